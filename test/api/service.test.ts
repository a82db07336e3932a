import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { METRICS_TOKEN } from '../helpers/contract.ts';
import { problemOf, startTestApi, type TestApi } from '../helpers/api.ts';

interface Readiness {
  readonly status: string;
  readonly dependencies: Readonly<Record<string, { readonly state: string }>>;
}

let api: TestApi;
let key: string;

beforeAll(async () => {
  api = await startTestApi();
  ({ key } = await api.newTeam());
});

/** Returns the request metrics from /metrics, one line for each series. */
const series = async (): Promise<string[]> =>
  (await api.send<string>('GET', '/metrics', { key: METRICS_TOKEN })).body
    .split('\n')
    .filter((line) => line.startsWith('http_'));

describe('The root address', () => {
  it('the root describes the service, and its links work without a key', async () => {
    const { status, body } = await api.send<{ name: string; links: Record<string, string> }>('GET', '/');
    expect(status).toBe(200);
    expect(body.name).toBe('Pramaan');
    for (const link of Object.values(body.links)) {
      expect((await api.send('GET', new URL(link).pathname)).status).toBe(200);
    }
  });
});

const visit = async (n: number): Promise<void> => {
  await api.send('GET', `/random/${n}/${Math.random()}`);
  await api.send('GET', `/v1/workforce/runs/run_${n}`, { key });
};

describe('Health and readiness', () => {
  it('/healthz reports that the process is alive', async () => {
    expect((await api.send('GET', '/healthz')).body).toEqual({ status: 'ok' });
  });

  it('/readyz reports ready when every dependency is up', async () => {
    const whole = await startTestApi({ TEMPORAL_ADDRESS: inject('temporalAddress') });
    const { status, body } = await whole.send<Readiness>('GET', '/readyz');
    expect([status, body.status]).toEqual([200, 'ready']);
    const states = Object.entries(body.dependencies).map(([name, { state }]) => [name, state]);
    expect(Object.fromEntries(states)).toEqual({
      database: 'up',
      engine: 'up',
      sandboxes: 'off',
      connectors: 'off',
      model: 'off',
      webhooks: 'off',
    });
  });

  it('/readyz does not claim that a model works before its provider was asked', async () => {
    const settings = { MODEL_PROVIDER_API_KEY: 'key-of-tests', MODEL_NAME: 'small' };
    const { body } = await (await startTestApi(settings)).send<Readiness>('GET', '/readyz');
    expect(body.dependencies['model']?.state).toBe('unknown');
  });

  it('/readyz reports ready but degraded while only Temporal is unavailable', async () => {
    const { status, body } = await api.send<Readiness>('GET', '/readyz');
    expect([status, body.status, body.dependencies['engine']?.state]).toEqual([200, 'degraded', 'down']);
  });
});

describe('While the database is unavailable', () => {
  it('routes that need the database return 503 with Retry-After, and the others keep working', async () => {
    const blind = await startTestApi({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nowhere' });
    const answer = await blind.send('GET', '/v1/workforce/runs', { key });
    expect(problemOf(answer)).toBe('dependency-away');
    expect(answer.headers.get('retry-after')).toBe('2');
    expect((await blind.send('POST', '/v1/workforce/verticals/kyc/runs', { key })).status).toBe(503);
    const ready = await blind.send<Readiness>('GET', '/readyz');
    expect([ready.status, ready.body.dependencies['database']?.state]).toEqual([503, 'down']);
    expect((await blind.send('GET', '/healthz')).status).toBe(200);
    expect((await blind.send('GET', '/v1/workforce/verticals')).status).toBe(200);
  });
});

describe('Metrics', () => {
  it('/metrics counts by route template and never by path', async () => {
    await visit(0);
    await series();
    const before = await series();
    for (let n = 1; n < 200; n += 1) await visit(n);
    const after = await series();
    expect(after.length).toBe(before.length);
    expect(after.join('\n')).toMatch(/route="\/v1\/workforce\/runs\/\{id\}",status="404"\} 200/);
    expect(after.join('\n')).not.toContain('random');
  });

  it('/metrics requires its token', async () => {
    const guarded = await startTestApi({ METRICS_TOKEN: 'a-token-of-metrics' });
    expect((await guarded.send('GET', '/metrics')).status).toBe(401);
    expect((await guarded.send('GET', '/metrics', { key: 'another' })).status).toBe(401);
    expect((await guarded.send('GET', '/metrics', { key: 'a-token-of-metrics' })).status).toBe(200);
  });

  it('/metrics does not exist without a token, because a local proxy would publish it', async () => {
    const open = await startTestApi({ METRICS_TOKEN: '' });
    expect((await open.send('GET', '/metrics')).status).toBe(404);
  });
});

describe('A key that sends too many requests', () => {
  it('the API returns 429 with Retry-After and RateLimit fields and does not slow down other keys', async () => {
    const slow = await startTestApi({ RATE_LIMIT_PER_MINUTE: '3' });
    const [a, b] = [await slow.newTeam(), await slow.newTeam()];
    const answers = [];
    for (let n = 0; n < 4; n += 1) answers.push(await slow.send('GET', '/v1/workforce/runs', { key: a.key }));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
    expect(answers.map(({ headers }) => headers.get('ratelimit')?.split(';')[1])).toEqual([
      'r=2',
      'r=1',
      'r=0',
      'r=0',
    ]);
    expect(answers[3]!.headers.get('ratelimit-policy')).toBe('"key";q=3;w=60');
    expect(Number(answers[3]!.headers.get('retry-after'))).toBeGreaterThan(15);
    expect((await slow.send('GET', '/v1/workforce/runs', { key: b.key })).status).toBe(200);
  });
});

describe('Connections that send bytes slowly', () => {
  it('the API closes slow connections with 408 after 10 seconds and serves others in the meantime', async () => {
    const { hostname, port } = new URL(api.url);
    const sockets: Socket[] = [];
    onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
    const endings: Promise<string>[] = [];
    for (let n = 0; n < 500; n += 1) {
      const socket = connect({ host: hostname, port: Number(port) });
      let heard = '';
      socket.on('data', (chunk) => (heard += chunk.toString('latin1')));
      socket.on('error', () => undefined);
      endings.push(new Promise((resolve) => socket.on('close', () => resolve(heard))));
      socket.write('GET /healthz HTTP/1.1\r\nX-Slow: ');
      sockets.push(socket);
    }
    const start = performance.now();
    const times: number[] = [];
    for (let n = 0; n < 20; n += 1) {
      const asked = performance.now();
      expect((await api.send('GET', '/healthz')).status).toBe(200);
      times.push(performance.now() - asked);
      for (const socket of sockets) socket.write('a');
      await sleep(100);
    }
    expect(times.toSorted((a, b) => a - b)[10]).toBeLessThan(100);
    const heard = await Promise.all(endings);
    expect(performance.now() - start).toBeLessThan(15_000);
    expect(heard.filter((text) => text.includes('urn:pramaan:problem:request-timeout')).length).toBe(500);
  });
});
