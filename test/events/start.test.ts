import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { newId } from '../../src/ids.ts';
import { problemOf, startTestApi, type TestApi } from '../helpers/api.ts';
import { modelEnv } from '../helpers/live.ts';
import { type OpenStream, openStream } from '../helpers/live-stream.ts';

const PATH = '/v1/workforce/run';

let withModel: TestApi;
let without: TestApi;
let key: string;

beforeAll(async () => {
  // No provider listens there and Temporal is unavailable, because accepting a run needs neither.
  withModel = await startTestApi(modelEnv('http://127.0.0.1:1/v1'));
  without = await startTestApi();
  ({ key } = await withModel.newTeam());
});

const refused = async (sent: Parameters<TestApi['send']>[2]) => {
  const answer = await withModel.send<{ errors?: unknown }>('POST', PATH, { key, ...sent });
  expect(await runs()).toBe(0);
  return answer;
};

const runs = async (): Promise<number> => {
  const { rows } = await withModel.database.pool.query<{ n: number }>(
    "SELECT count(*) AS n FROM runs WHERE mode = 'live'",
  );
  return rows[0]!.n;
};

const runIdOf = ({ headers }: OpenStream): string => headers['x-run-id'] as string;

/** Sends the same request with the same key every time. */
const ask = async (lastEventId?: string) => {
  const headers = { 'idempotency-key': 'go-on' };
  const stream = await openStream(`${withModel.url}${PATH}`, {
    key,
    headers,
    lastEventId,
    body: { vertical: 'it' },
  });
  onTestFinished(stream.cut);
  return stream;
};

describe('A live run that cannot start', () => {
  it('the API returns 501 before any event when no model provider is configured', async () => {
    const team = await without.newTeam();
    const answer = await without.send('POST', PATH, { key: team.key, body: { vertical: 'kyc' } });
    expect(answer.status).toBe(501);
    expect(problemOf(answer)).toBe('no-model-provider');
  });

  it.each([
    [{ vertical: 'tax' }, '/vertical'],
    [{}, '/vertical'],
    [{ vertical: 'kyc', case: 'text' }, '/case'],
    [{ vertical: 'kyc', speed: 'high' }, '/speed'],
    [{ forwardedProps: { vertical: 'tax' } }, '/forwardedProps/vertical'],
    [{ resume: [{ interruptId: 'x', status: 'cancelled' }] }, '/resume/0/interruptId'],
    [{ resume: [{ interruptId: newId('rev'), status: 'resolved' }] }, '/resume/0/payload'],
  ])('the API returns 422 for %j', async (body, pointer) => {
    const answer = await refused({ body });
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toMatchObject([{ in: 'body', pointer }]);
  });

  it.each([
    ['text/plain', 'vertical: kyc', 415],
    ['text/plain', '{"vertical":"kyc"}', 415],
    ['application/json', '{"vertical":', 400],
    ['application/json', '["kyc"]', 422],
    ['application/json', '', 422],
  ])('the API rejects %s with body %j', async (type, body, status) => {
    expect((await refused({ body, headers: { 'content-type': type } })).status).toBe(status);
  });

  it('the API rejects Last-Event-ID without a known Idempotency-Key, so that no case is processed twice', async () => {
    const headers = { 'last-event-id': '5' };
    for (const more of [{}, { 'idempotency-key': 'never-used' }]) {
      const answer = await refused({ body: { vertical: 'kyc' }, headers: { ...headers, ...more } });
      expect(answer.status).toBe(422);
      expect(answer.body.errors).toMatchObject([{ in: 'header' }]);
    }
  });

  it('the API rejects a missing key, a missing scope, an unknown dialect and GET', async () => {
    const { teamId } = await withModel.newTeam();
    const { key: reading } = await withModel.newKey(teamId, ['runs:read']);
    const body = { vertical: 'kyc' };
    expect((await refused({ body, key: undefined })).status).toBe(401);
    expect((await refused({ body, key: reading })).status).toBe(403);
    const morse = await withModel.send('POST', `${PATH}?stream=morse`, { key, body });
    expect(morse.status).toBe(422);
    expect((await withModel.send('GET', PATH, { key })).status).toBe(405);
  });
});

describe('A live run while Temporal is unavailable', () => {
  it('the API accepts the run and starts its stream', async () => {
    const stream = await openStream(`${withModel.url}${PATH}`, {
      key,
      body: { vertical: 'it', case: { id: 'INC-1' } },
    });
    onTestFinished(stream.cut);
    const events = await stream.until(2);
    expect(events.map(({ event }) => event)).toEqual(['RUN_STARTED', 'STATE_SNAPSHOT']);
    const { body } = await withModel.send('GET', `/v1/workforce/runs/${runIdOf(stream)}`, { key });
    expect(body).toMatchObject({ mode: 'live', vertical: 'it', status: 'running', case_id: 'INC-1' });
  });

  it('the stream resumes with the same request, Idempotency-Key and Last-Event-ID', async () => {
    const first = await ask();
    const [started, snapshot] = await first.until(2);
    first.cut();
    const second = await ask(started!.id);
    expect(runIdOf(second)).toBe(runIdOf(first));
    expect((await second.until(1))[0]).toEqual(snapshot);
  });
});
