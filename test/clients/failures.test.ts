import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  createClient,
  ForgedError,
  ProblemError,
  TimedOutError,
  UnreachableError,
  verifyReceipt,
} from '../../clients/typescript/src/index.ts';
import { startTestApi, type TestApi } from '../helpers/api.ts';
import { type FaultyProxy, startFaultyProxy } from '../helpers/faulty-proxy.ts';
import { startLiveWriter } from '../helpers/live-writer.ts';
import { startApiProcess } from '../helpers/process.ts';
import { installPythonClient } from '../helpers/python-client.ts';

/** The same for each process of the API, because the ledger's signing keys follow from them. */
const KEYS = `k1:${Buffer.alloc(32, 7).toString('base64')}`;

let api: TestApi;
let proxy: FaultyProxy;
let team: { readonly teamId: string; readonly key: string };
const python = await installPythonClient();

beforeAll(async () => {
  api = await startTestApi({ RATE_LIMIT_PER_MINUTE: '60', ENCRYPTION_KEYS: KEYS });
  team = await api.newTeam();
  proxy = await startFaultyProxy(api.url);
  return proxy.close;
});

const readExample = (name: string): string =>
  readFileSync(new URL(`../../docs/ledger/example/${name}`, import.meta.url), 'utf8');

/** A client behind the proxy, with a rate limit of its own. */
const newClient = async (options: object = {}) => {
  const { key } = await api.newKey(team.teamId);
  return createClient({ url: proxy.url, key, ...options });
};

/** A run that has ended, with some 200 stored events. */
const newRun = async (): Promise<string> => {
  const writer = await startLiveWriter(api.database, team.teamId);
  onTestFinished(writer.close);
  for (let turn = 1; turn <= 20; turn += 1) {
    await writer.message(
      turn,
      `The claim was looked at for the ${turn}th time.\u2028Nothing speaks against it.`,
    );
    await writer.entry('agent.turn', { turn });
  }
  await writer.succeed();
  return writer.runId;
};

const failed = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('The TypeScript client', () => {
  it('a call over the rate limit waits as long as the service says, and succeeds', async () => {
    const { key } = await api.newKey(team.teamId);
    const impatient = createClient({ url: proxy.url, key, retries: 0 });
    let refused: unknown;
    // Even on a slow machine, this many at a time exceed the limit.
    while (refused === undefined)
      refused = await failed(
        Promise.all(Array.from({ length: 30 }, async () => impatient.call('getMe', {}))),
      );
    expect(refused).toMatchObject({ code: 'rate-limited', status: 429, retryAfterMs: expect.any(Number) });
    const patient = createClient({ url: proxy.url, key });
    expect(await patient.call('getMe', {})).toMatchObject({ team: { id: team.teamId } });
  });

  it('a stream that breaks repeatedly yields each event once', async () => {
    const client = await newClient();
    const id = await newRun();
    const read = async (): Promise<readonly string[]> => {
      const ids = [];
      for await (const message of client.runs.follow(id)) ids.push(message.id);
      return ids;
    };
    const whole = await read();
    const before = proxy.connections();
    proxy.cutAfter(6_000);
    onTestFinished(() => proxy.cutAfter(undefined));
    expect(await read()).toEqual(whole);
    expect(new Set(whole).size).toBe(whole.length);
    expect(whole.at(-1)).toBe('end');
    expect(proxy.connections() - before).toBeGreaterThan(3);
  });

  it('a start whose response is lost starts one run', async () => {
    const client = await newClient();
    proxy.lose(2);
    const run = await client.runs.start('kyc', { id: 'CLM-LOST-1' });
    const runs = [];
    for await (const one of client.runs.list({ limit: 1 }))
      if (one.case_id === run.case_id) runs.push(one.id);
    expect(runs).toEqual([run.id]);
    proxy.lose(1);
    expect(await failed(client.runs.cancel(run.id))).toBeInstanceOf(UnreachableError);
  });

  it('a wait outlasts a restart of the API', async () => {
    const writer = await startLiveWriter(api.database, team.teamId);
    onTestFinished(writer.close);
    const env = {
      DATABASE_URL: api.database.url,
      TEMPORAL_ADDRESS: '127.0.0.1:1',
      ENCRYPTION_KEYS: KEYS,
      PORT: '0',
    };
    const first = await startApiProcess(env);
    const own = await startFaultyProxy(first.url);
    onTestFinished(own.close);
    const { key } = await api.newKey(team.teamId);
    const states: unknown[] = [];
    const client = createClient({ url: own.url, key, retries: 0 });
    const waiting = client.runs.wait(writer.runId, { everyMs: 50, onState: (state) => states.push(state) });
    await vi.waitUntil(() => states.length > 0, { timeout: 30_000 });
    await first.kill('SIGKILL');
    // As in a real run, its rows exist when it ends: an ended run without rows counts as damaged.
    await writer.entry('agent.turn');
    await writer.succeed();
    const tries = own.connections();
    await vi.waitUntil(() => own.connections() > tries + 2, { timeout: 30_000 });
    const second = await startApiProcess(env);
    onTestFinished(async () => second.kill('SIGKILL'));
    own.target(second.url);
    expect(await waiting).toMatchObject({ id: writer.runId, status: 'succeeded' });
    // Two processes start one after the other, each slowly on a busy machine.
  }, 240_000);

  it('a call ends when its time is over, or as soon as its caller stops it', async () => {
    const client = await newClient();
    proxy.hold(true);
    onTestFinished(() => proxy.hold(false));
    expect(await failed(client.call('getMe', {}, { timeoutMs: 200 }))).toBeInstanceOf(TimedOutError);
    const stop = new AbortController();
    const stopped = failed(client.call('getMe', {}, { signal: stop.signal }));
    stop.abort(new Error('enough'));
    expect(await stopped).toMatchObject({ message: 'enough' });
  });

  it('a problem has its code, its detail and its fields', async () => {
    const client = await newClient();
    const problem = await failed(client.runs.get('run_0'));
    expect(problem).toBeInstanceOf(ProblemError);
    expect(problem).toMatchObject({
      code: 'not-found',
      status: 404,
      requestId: expect.stringMatching(/^req_/),
    });
    expect(await failed(client.call('listRuns', { query: { limit: 0 } }))).toMatchObject({
      code: 'invalid-request',
      problem: { errors: [{ in: 'query', pointer: '/limit' }] },
    });
    const stranger = createClient({ url: api.url, key: 'pmn_live_x' });
    expect(await failed(stranger.call('getMe', {}))).toMatchObject({ code: 'unauthenticated' });
  });

  it('a forged receipt is refused', async () => {
    const [receipt, keys] = [readExample('receipt.json'), readExample('keys.txt')];
    expect(await verifyReceipt(receipt, keys)).toEqual({ size: 5 });
    const forged = receipt.replace(/("row_hash":\s*")./, '$1x');
    expect(await failed(verifyReceipt(forged, keys))).toBeInstanceOf(ForgedError);
  });
});

describe.skipIf(python === undefined)('The Python client', () => {
  it('waits, resumes, repeats and refuses as the TypeScript client does', async () => {
    const id = await newRun();
    const uncut = [];
    for await (const message of createClient({ url: api.url, key: team.key }).runs.follow(id))
      uncut.push(message.id);
    proxy.cutAfter(6_000);
    onTestFinished(() => proxy.cutAfter(undefined));
    const [first, second] = [await api.newKey(team.teamId), await api.newKey(team.teamId)];
    const program = fileURLToPath(new URL('failures.py', import.meta.url));
    const output = await python!.run(program, [proxy.url, api.url, first.key, second.key, id]);
    expect(JSON.parse(output)).toEqual({
      sync: uncut,
      async: uncut,
      limited: [429, true],
      waited: true,
      not_found: ['NotFound', 404],
      invalid: ['InvalidRequest', '/limit'],
      unauthenticated: 'Unauthenticated',
      timed_out: 'TimedOut',
      unreachable: 'Unreachable',
      receipt: 5,
      export: 5,
      webhook: 'run.escalated',
      forged: ['Forged', 'Forged', 'Forged', 'Forged'],
    });
  });
});
