import { beforeAll, describe, expect, it } from 'vitest';
import { problemOf, startTestApi, type TestApi } from '../helpers/api.ts';
import { makePan } from '../helpers/identifiers.ts';

const RUNS = '/v1/workforce/verticals/kyc/runs';

let api: TestApi;
let key: string;

beforeAll(async () => {
  api = await startTestApi();
  ({ key } = await api.newTeam());
});

const scan = async (marks: string) =>
  api.send('POST', '/v1/govern/scan', {
    key,
    headers: { 'content-type': 'application/json' },
    body: `${marks}${JSON.stringify({ text: `PAN ${makePan(3, 'P')}`, record: false })}`,
  });

const send = async (type: string, body: string) =>
  api.send('POST', RUNS, { key, headers: { 'content-type': type, 'idempotency-key': 'mend-1' }, body });

describe('A request body’s content type', () => {
  const body = JSON.stringify({ case: { id: 'CLM-CT-1', applicant: 'Kavya Sample' } });

  it.each([
    'application/json; utf-8',
    'application/json;charset=utf8',
    'application/json; charset=utf-16',
    'APPLICATION/JSON',
    'application/vnd.api+json',
    'text/json',
    '',
    'application/json, text/plain',
    'application/json; charset=',
  ])('the API either runs a body sent as %j as a case or refuses it', async (type) => {
    const answer = await api.send('POST', RUNS, { key, headers: { 'content-type': type }, body });
    if (answer.status === 202) expect(answer.body['case_id']).toBe('CLM-CT-1');
    else expect([400, 415]).toContain(answer.status);
  });
});

describe('A byte order mark before JSON', () => {
  it('the API ignores one byte order mark', async () => {
    const answer = await scan('\uFEFF');
    expect([answer.status, answer.body['entities']]).toEqual([200, { pan: 1 }]);
  });

  it('the API rejects two byte order marks as malformed', async () => {
    expect(problemOf(await scan('\uFEFF\uFEFF'))).toBe('malformed-body');
  });
});

describe('A number that a double cannot hold', () => {
  it('the API rejects the number however many zeros precede the lost digit', async () => {
    for (const number of [`0.1${'0'.repeat(2_100)}1`, `0.1${'0'.repeat(131_072)}1`, '12345678901234567890']) {
      const answer = await api.send('POST', RUNS, {
        key,
        headers: { 'content-type': 'application/json' },
        body: `{"case":{"id":"CLM-1","n":${number}}}`,
      });
      expect([answer.status, answer.body['errors']]).toMatchObject([422, [{ pointer: '/case/n' }]]);
    }
  });
});

describe('An idempotency key', () => {
  it('a request that starts no run does not use up its key', async () => {
    const json = 'application/json';
    const good = '{"case":{"id":"CLM-MEND"}}';
    const refused = [
      await send(json, '{"case":1}'),
      await send(json, '{"case":'),
      await send('text/plain', good),
      await send(json, `{"case":{"a":"${'a'.repeat(10 * 1024 * 1024)}"}}`),
    ];
    expect(refused.map(({ status }) => status)).toEqual([422, 400, 415, 413]);
    const first = await send(json, good);
    expect([first.status, first.headers.get('idempotency-replayed')]).toEqual([202, null]);
    const again = await send(json, good);
    expect([again.body['id'], again.headers.get('idempotency-replayed')]).toEqual([first.body['id'], 'true']);
  });
});
