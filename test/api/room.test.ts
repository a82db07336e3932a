import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { BodyMemoryBudget } from '../../src/api/body/memory-budget.ts';
import { loadConfig } from '../../src/config.ts';
import { MAX_ANALYSIS_BODY } from '../../src/contract/analysis.ts';
import { startTestApi, type TestApi } from '../helpers/api.ts';
import { openStream } from '../helpers/live-stream.ts';
import { startLiveWriter } from '../helpers/live-writer.ts';

const MIB = 1024 * 1024;
/** Memory budget for all bodies together; a team may use half of it. */
const ROOM = 8 * MIB;
const PATIENCE = { timeout: 60_000 };
const RUNS = '/v1/workforce/verticals/kyc/runs';

let api: TestApi;
let teamId: string;
let key: string;
let otherTeam: string;
let otherKey: string;
let thirdKey: string;

beforeAll(async () => {
  api = await startTestApi({ BODY_BYTES_MAX: String(ROOM), STREAMS_MAX: '4' });
  ({ teamId, key } = await api.newTeam());
  ({ teamId: otherTeam, key: otherKey } = await api.newTeam());
  ({ key: thirdKey } = await api.newTeam());
});

/** Returns a case of this many bytes, as JSON. */
const caseOf = (bytes: number): Buffer => {
  const [head, tail] = ['{"case":{"x":"', '"}}'];
  return Buffer.from(`${head}${'a'.repeat(bytes - head.length - tail.length)}${tail}`);
};

interface Sending {
  readonly request: ClientRequest;
  readonly answered: Promise<{ readonly status: number; readonly retryAfter: string | undefined }>;
}

/** Starts a request and lets the test send its body. */
const begin = (headers: Readonly<Record<string, string | number>>): Sending => {
  const sending = request(api.url + RUNS, {
    method: 'POST',
    agent: false,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
  });
  onTestFinished(() => void sending.destroy());
  sending.on('error', () => undefined);
  const answered = once(sending, 'response').then(([response]) => {
    const { statusCode, headers: given } = response as IncomingMessage;
    (response as IncomingMessage).resume();
    return { status: statusCode!, retryAfter: given['retry-after'] };
  });
  answered.catch(() => undefined);
  return { request: sending, answered };
};

const send = async (body: Buffer, headers: Readonly<Record<string, string | number>> = {}) => {
  const { request: sending, answered } = begin({ 'content-length': body.length, ...headers });
  sending.end(body);
  return answered;
};

const as = (by: string) => ({ authorization: `Bearer ${by}` });

/**
 * Announces a large body without sending any of it, so that it uses no budget. Returns the response's status, or 0 if there is no
 * response.
 */
const announce = async (by: string): Promise<number> => {
  const probe = begin({ 'content-length': 3 * MIB, ...as(by) });
  probe.request.flushHeaders();
  const status = await Promise.race([probe.answered.then((answer) => answer.status), sleep(500, 0)]);
  probe.request.destroy();
  return status;
};

/** Sends all but the last byte of a 5 MiB body, which fills its team's budget. */
const fill = async (by = key): Promise<Sending & { readonly finish: () => void }> => {
  const body = caseOf(5 * MIB);
  const held = begin({ 'content-length': body.length, ...as(by) });
  held.request.write(body.subarray(0, -1));
  await expect.poll(async () => announce(by), PATIENCE).toBe(429);
  return { ...held, finish: () => held.request.end(body.subarray(-1)) };
};

describe('The memory budget for bodies', () => {
  it('received bytes use up the budget, so a large body gets 429 while a small one is read', async () => {
    const held = await fill();
    expect(await send(caseOf(3 * MIB))).toEqual({ status: 429, retryAfter: '2' });
    expect((await send(caseOf(MIB / 2))).status).toBe(202);
    const chunked = begin({ 'transfer-encoding': 'chunked' });
    chunked.request.end(caseOf(3 * MIB));
    expect(await chunked.answered).toEqual({ status: 429, retryAfter: '2' });
    const small = gzipSync(caseOf(3 * MIB));
    expect((await send(small, { 'content-encoding': 'gzip' })).status).toBe(429);
    held.finish();
    expect((await held.answered).status).toBe(202);
    expect((await send(caseOf(3 * MIB))).status).toBe(202);
    expect((await send(small, { 'content-encoding': 'gzip' })).status).toBe(202);
  });

  it('a team gets at most half of the budget, so others are still served until two teams fill it', async () => {
    const held = await fill();
    expect(await send(caseOf(3 * MIB))).toEqual({ status: 429, retryAfter: '2' });
    expect((await send(caseOf(5 * MIB), as(otherKey))).status).toBe(202);
    const other = await fill(otherKey);
    expect(await send(caseOf(3 * MIB), as(thirdKey))).toEqual({ status: 429, retryAfter: '2' });
    expect((await send(caseOf(MIB / 2), as(thirdKey))).status).toBe(202);
    held.finish();
    expect((await held.answered).status).toBe(202);
    expect((await send(caseOf(5 * MIB), as(thirdKey))).status).toBe(202);
    other.finish();
    expect((await other.answered).status).toBe(202);
  });

  it('the default budget fits three maximum-size bodies of one team, and callers without a team share one half', () => {
    const { BODY_BYTES_MAX } = loadConfig({
      DATABASE_URL: 'postgres://localhost/none',
      ENCRYPTION_KEYS: `k1:${Buffer.alloc(32).toString('base64')}`,
    });
    const room = new BodyMemoryBudget(BODY_BYTES_MAX);
    for (const teamId of ['team_a', undefined]) {
      const three = [1, 2, 3].map(() => room.open(teamId));
      expect(three.map((share) => share.take(MAX_ANALYSIS_BODY))).toEqual([true, true, true]);
      const fourth = room.open(teamId);
      expect(fourth.take(MAX_ANALYSIS_BODY)).toBe(false);
      three[0]!.free();
      expect(fourth.take(MAX_ANALYSIS_BODY)).toBe(true);
    }
    const least = new BodyMemoryBudget(2 * (MAX_ANALYSIS_BODY - MIB)).open('team_a');
    expect(least.couldReserve(MAX_ANALYSIS_BODY)).toBe(true);
    expect(least.couldReserve(MAX_ANALYSIS_BODY + 1)).toBe(false);
  });

  it('an announced body that is never sent uses no budget', async () => {
    const announced = [1, 2, 3].map(() => begin({ 'content-length': 5 * MIB }));
    for (const { request: sending } of announced) sending.write('{');
    expect((await send(caseOf(4 * MIB))).status).toBe(202);
  });

  it('a client that disconnects frees its budget', async () => {
    const held = await fill();
    held.request.destroy();
    await expect.poll(async () => (await send(caseOf(4 * MIB))).status, PATIENCE).toBe(202);
  });

  it('the budget is never exceeded, however many bodies arrive at once', async () => {
    const all = await Promise.all(Array.from({ length: 12 }, async () => send(caseOf(4 * MIB))));
    const statuses = all.map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([202, 429]));
    expect(all.every(({ status, retryAfter }) => (status === 429) === (retryAfter !== undefined))).toBe(true);
    expect((await send(caseOf(4 * MIB))).status).toBe(202);
  });
});

describe('The limit on streams', () => {
  it('a team gets at most half of the streams, and the next one gets a 429 until a reader disconnects', async () => {
    const writer = await startLiveWriter(api.database, teamId);
    onTestFinished(writer.close);
    const follow = async (runId = writer.runId, by = key) => {
      const stream = await openStream(`${api.url}/v1/workforce/runs/${runId}/events`, { key: by });
      onTestFinished(stream.cut);
      return stream;
    };
    const [first, second] = [await follow(), await follow()];
    expect([first.status, second.status]).toEqual([200, 200]);
    const third = await follow();
    expect([third.status, third.headers['retry-after']]).toEqual([429, '5']);
    const neighbour = await startLiveWriter(api.database, otherTeam);
    onTestFinished(neighbour.close);
    expect((await follow(neighbour.runId, otherKey)).status).toBe(200);
    first.cut();
    await expect.poll(async () => (await follow()).status, PATIENCE).toBe(200);
    // Streams that are already open continue.
    await writer.succeed();
    expect((await second.ended()).at(-1)!.event).toBe('RUN_FINISHED');
  });

  it('the limit holds for simultaneous requests, and refused or ended streams do not count', async () => {
    const writer = await startLiveWriter(api.database, teamId);
    onTestFinished(writer.close);
    const follow = async (headers = {}) => {
      const url = `${api.url}/v1/workforce/runs/${writer.runId}/events`;
      const stream = await openStream(url, { key, headers });
      onTestFinished(stream.cut);
      return stream;
    };
    const nowhere = { 'last-event-id': '999999' };
    for (let n = 0; n < 3; n += 1) expect((await follow(nowhere)).status).toBe(422);
    // The previous test's readers may still be connected.
    for (let inside = 0; inside < 2;) {
      const crowd = await Promise.all(Array.from({ length: 10 }, async () => follow()));
      const admitted = crowd.filter(({ status }) => status === 200);
      inside = admitted.length;
      expect(inside).toBeLessThanOrEqual(2);
      for (const stream of admitted) stream.cut();
      await sleep(20);
    }
  });
});
