import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createDatabase, createPool } from '../../src/store/db/client.ts';
import { agUi } from '../../src/events/ag-ui.ts';
import { EventHub } from '../../src/events/hub.ts';
import { START } from '../../src/events/position.ts';
import { streamRun } from '../../src/events/stream.ts';
import { METRICS_TOKEN } from '../helpers/contract.ts';
import { startTestApi, type TestApi } from '../helpers/api.ts';
import { openStream } from '../helpers/live-stream.ts';
import { type LiveWriter, startLiveWriter } from '../helpers/live-writer.ts';
import { type ServiceProcess, startApiProcess } from '../helpers/process.ts';

let api: TestApi;
let teamId: string;
let key: string;
let other: ServiceProcess & { readonly url: string };

const startOther = async () =>
  startApiProcess({
    DATABASE_URL: api.database.url,
    TEMPORAL_ADDRESS: '127.0.0.1:1',
    ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    PORT: '0',
    RATE_LIMIT_PER_MINUTE: '100000',
    // Makes the process free unused memory early.
    NODE_OPTIONS: '--max-old-space-size=96 --max-semi-space-size=2',
  });

beforeAll(async () => {
  api = await startTestApi({ RATE_LIMIT_PER_MINUTE: '100000' });
  ({ teamId, key } = await api.newTeam());
  other = await startOther();
  return async () => other.kill('SIGKILL');
});

const start = async (): Promise<LiveWriter> => {
  const writer = await startLiveWriter(api.database, teamId);
  onTestFinished(writer.close);
  return writer;
};

const follow = async (url: string, runId: string, lastEventId?: string) => {
  const stream = await openStream(`${url}/v1/workforce/runs/${runId}/events`, { key, lastEventId });
  onTestFinished(stream.cut);
  return stream;
};

const admin = async (statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: api.database.adminUrl });
  await client.connect();
  await client.query(statement);
  await client.end();
};

/** Ends the service's connections to the database. */
const breakConnections = async (which: string): Promise<void> =>
  admin(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name LIKE '${which}'`);

const openStreams = async (url: string): Promise<number> => {
  const text = await (
    await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  ).text();
  return Number(/^run_streams_open (\d+)$/m.exec(text)?.[1]);
};

/** Returns a process's resident memory in MiB. */
const memoryOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1_024;

/** Creates a hub in the test's own process. */
const hubOfOwn = (): EventHub => {
  const pool = createPool(api.database.url);
  const hub = new EventHub({ db: createDatabase(pool), url: api.database.url, onBreak: () => undefined });
  onTestFinished(async () => {
    await hub.stop();
    await pool.end();
  });
  return hub;
};

describe('Streams across several API processes', () => {
  it('streams are the same on every process, even when a reader switches midway', async () => {
    const writer = await start();
    const [here, there] = await Promise.all([follow(api.url, writer.runId), follow(other.url, writer.runId)]);
    await writer.entry('fs.read');
    const first = (await there.until(4)).slice(0, 4);
    there.cut();
    const moved = await follow(api.url, writer.runId, first[3]!.id);
    await writer.entry('pii.scan');
    await writer.succeed();
    const all = await here.ended();
    expect([...first, ...(await moved.ended())]).toEqual(all);
  });

  it('streams continue without notifications and after every database connection breaks', async () => {
    const writer = await start();
    const stream = await follow(api.url, writer.runId);
    await stream.until(2);
    await breakConnections('pramaan listener');
    await writer.entry('fs.read');
    await stream.until(({ data }) => data.includes('fs.read'));
    await breakConnections('pramaan%');
    // The writer's pool holds several broken connections, and learns that each one is broken when it uses it.
    await vi.waitFor(async () => writer.entry('pii.scan'), { timeout: 60_000 });
    await stream.until(({ data }) => data.includes('pii.scan'));
    await writer.succeed();
    const events = await stream.ended();
    expect(events).toEqual(await (await follow(other.url, writer.runId)).ended());
  });

  it('streams end at once when their process stops, and readers resume elsewhere', async () => {
    const writer = await start();
    const stopping = await startOther();
    const streams = await Promise.all([1, 2, 3].map(async () => follow(stopping.url, writer.runId)));
    for (const stream of streams) await stream.until(2);
    const begun = performance.now();
    await stopping.kill('SIGTERM');
    expect(performance.now() - begun).toBeLessThan(5_000);
    const seen = await streams[0]!.ended();
    const next = await follow(api.url, writer.runId, seen.at(-1)!.id);
    await writer.succeed();
    expect((await next.ended()).map(({ event }) => event)).toEqual(['STATE_DELTA', 'RUN_FINISHED']);
  });
});

describe('Slow and vanished readers', () => {
  // Sends seventy megabytes through a process that has little memory and therefore collects garbage constantly.
  it(
    'slow readers neither use up memory nor delay others, and receive everything once they read on',
    { timeout: 240_000 },
    async () => {
      const writer = await start();
      const slow = await Promise.all(Array.from({ length: 6 }, async () => follow(other.url, writer.runId)));
      for (const stream of slow) stream.pause();
      const fast = await follow(other.url, writer.runId);
      await fast.until(2);
      const before = memoryOf(other.pid);
      const text = 'x '.repeat(125_000);
      for (let turn = 1; turn <= 40; turn += 1) await writer.message(turn, text);
      await fast.until(({ data }) => data.includes(`"messageId":"${writer.runId}-40"`));
      // Each of the six readers receives ten megabytes.
      expect(memoryOf(other.pid) - before).toBeLessThan(45);
      await writer.succeed();
      await fast.ended();
      for (const stream of slow) stream.resume();
      const all = fast.events().map(({ id }) => id);
      for (const stream of slow) expect((await stream.ended()).map(({ id }) => id)).toEqual(all);
    },
  );

  it('vanished readers are released', async () => {
    const writer = await start();
    const before = await openStreams(other.url);
    const streams = await Promise.all(
      Array.from({ length: 30 }, async () => follow(other.url, writer.runId)),
    );
    for (const stream of streams) await stream.until(2);
    expect(await openStreams(other.url)).toBe(before + 30);
    for (const stream of streams) stream.cut();
    await expect.poll(async () => openStreams(other.url)).toBe(before);
  });
});

describe('An idle stream', () => {
  it('an idle stream sends heartbeats and ends when its reader loses access', async () => {
    const writer = await start();
    const hub = hubOfOwn();
    const tail = (await hub.follow(writer.runId))!;
    let beats = 0;
    let text = '';
    const stream = streamRun({
      hub,
      tail,
      dialect: agUi,
      position: START,
      signal: new AbortController().signal,
      heartbeatMs: 50,
      mayGoOn: async () => (beats += 1) < 4,
    });
    for await (const piece of stream) text += piece;
    expect(text.startsWith('retry: 2000\n\n')).toBe(true);
    expect(text.match(/^: ping$/gm)).toHaveLength(3);
    hub.release(tail);
  });

  it('a stream ends within one heartbeat after its key is revoked', async () => {
    const writer = await start();
    const mine = await api.newKey(teamId);
    const stream = await openStream(`${api.url}/v1/workforce/runs/${writer.runId}/events`, { key: mine.key });
    await stream.until(2);
    await sleep(10);
    await admin(`UPDATE api_keys SET revoked_at = now() WHERE id = '${mine.keyId}'`);
    const events = await stream.ended();
    expect(events.map(({ event }) => event)).toEqual(['RUN_STARTED', 'STATE_SNAPSHOT']);
  });
});
