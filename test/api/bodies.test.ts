import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, deflate, gzip, zstdCompress } from 'node:zlib';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { RunBody } from '../../src/contract/run.ts';
import { problemOf, startTestApi, type TestApi } from '../helpers/api.ts';

const RUNS = '/v1/workforce/verticals/kyc/runs';
const json = { 'content-type': 'application/json' };
const MIB = 1024 * 1024;

let api: TestApi;
let key: string;

beforeAll(async () => {
  api = await startTestApi();
  ({ key } = await api.newTeam());
});

const post = async (body: string | Uint8Array, headers: Record<string, string> = json) =>
  api.send('POST', RUNS, { key, body, headers });

const runCount = async (): Promise<number> => {
  const row = await api.database.db
    .selectFrom('runs')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
};

describe('A request body', () => {
  it.each([
    ['text/plain', { 'content-type': 'text/plain' }],
    ['no media type', {}],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['a media type that merely starts like JSON', { 'content-type': 'application/jsonp' }],
    ['an invalid media type', { 'content-type': ';;;' }],
    ['UTF-16', { 'content-type': 'application/json; charset=utf-16' }],
  ])('the API returns 415 for a body sent as %s and never starts the sample case', async (_name, headers) => {
    const before = await runCount();
    // Sends bytes, because fetch adds a media type of its own when the body is a string.
    const answer = await post(Buffer.from('{"case":{"pan":"ABCPK1234L"}}'), headers);
    expect(problemOf(answer)).toBe('unsupported-media-type');
    expect(await runCount()).toBe(before);
  });

  it('the API accepts a body with charset utf-8', async () => {
    expect((await post('{}', { 'content-type': 'application/json; charset="UTF-8"' })).status).toBe(202);
  });

  it.each([
    ['gzip', promisify(gzip)],
    ['deflate', promisify(deflate)],
    ['br', promisify(brotliCompress)],
  ] as const)('the API accepts a body compressed with %s', async (encoding, compress) => {
    const body = await compress(Buffer.from('{"case":{"id":"compressed"}}'));
    const answer = await post(body, { ...json, 'content-encoding': encoding });
    expect(answer.body).toMatchObject({ case_id: 'compressed' });
  });

  it('the API returns 415 for a body compressed with zstd', async () => {
    const body = await promisify(zstdCompress)(Buffer.from('{}'));
    const answer = await post(body, { ...json, 'content-encoding': 'zstd' });
    expect(problemOf(answer)).toBe('unsupported-media-type');
    expect(answer.headers.get('accept-encoding')).toBe('gzip, deflate, br');
  });

  it('the API returns 400 when a body does not match its encoding', async () => {
    expect(problemOf(await post('{}', { ...json, 'content-encoding': 'gzip' }))).toBe('malformed-body');
    const whole = await promisify(gzip)(randomBytes(1000));
    const cut = whole.subarray(0, whole.length / 2);
    expect(problemOf(await post(cut, { ...json, 'content-encoding': 'gzip' }))).toBe('malformed-body');
  });

  it('the API returns 413 for a gzip bomb soon after inflating 10 MiB of it and limits its own memory use', async () => {
    const bomb = await promisify(gzip)(Buffer.alloc(200 * MIB, 0x20));
    expect(bomb.length).toBeLessThan(MIB);
    const headers = { ...json, 'content-encoding': 'gzip' };
    await post(bomb, headers);
    globalThis.gc?.();
    const before = process.memoryUsage().rss;
    const start = performance.now();
    const answer = await post(bomb, headers);
    expect(problemOf(answer)).toBe('body-too-large');
    expect(performance.now() - start).toBeLessThan(1_000);
    expect(process.memoryUsage().rss - before).toBeLessThan(60 * MIB);
  });

  it.each([
    ['with a length', false],
    ['chunked', true],
  ])('the API returns 413 for a body over 10 MiB sent %s', async (_name, chunked) => {
    const status = await raw({ chunked, body: Buffer.alloc(10 * MIB + 1, 0x20) });
    expect(status).toBe(413);
  });

  it('the connection remains usable after a body is refused halfway', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    const bomb = await promisify(gzip)(Buffer.alloc(200 * MIB, 0x20));
    expect(await raw({ agent, chunked: false, body: Buffer.alloc(10 * MIB + 1, 0x20) })).toBe(413);
    expect(await raw({ agent, chunked: true, body: Buffer.alloc(12 * MIB, 0x20) })).toBe(413);
    expect(await raw({ agent, chunked: false, body: bomb, encoding: 'gzip' })).toBe(413);
    expect(await raw({ agent, chunked: true, body: Buffer.alloc(MIB, 0x20), type: 'text/plain' })).toBe(415);
    expect(await raw({ agent, chunked: true, body: Buffer.alloc(MIB, 0x20), encoding: 'zstd' })).toBe(415);
    const start = performance.now();
    expect(await raw({ agent, chunked: true, body: Buffer.from('{}') })).toBe(202);
    expect(performance.now() - start).toBeLessThan(5_000);
  });

  it('the API accepts a body of exactly 10 MiB', async () => {
    const frame = '{"case":{"x":""}}';
    const body = `{"case":{"x":"${'a'.repeat(10 * MIB - frame.length)}"}}`;
    expect(Buffer.byteLength(body)).toBe(10 * MIB);
    expect((await post(body)).status).toBe(202);
  });

  it('the API treats an empty chunked body as no body, whatever its media type', async () => {
    expect(await raw({ chunked: true, body: Buffer.alloc(0), type: 'text/plain' })).toBe(202);
    expect(await raw({ chunked: true, body: Buffer.from('{}'), type: 'text/plain' })).toBe(415);
  });

  it.each([
    [
      '100,000 nested arrays',
      `{"case":{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`,
      400,
      'malformed-body',
    ],
    [
      'bytes that are not UTF-8',
      Buffer.from([...Buffer.from('{"case":{"a":"'), 0xff, 0xfe, ...Buffer.from('"}}')]),
      400,
      'malformed-body',
    ],
    ['a list', '[]', 422, 'invalid-request'],
    ['null', 'null', 422, 'invalid-request'],
    ['U+0000', '{"case":{"symptom":"a\\u0000b"}}', 422, 'invalid-request'],
    ['a lone surrogate', '{"case":{"symptom":"\\ud800"}}', 422, 'invalid-request'],
    ['a number that would lose digits', '{"case":{"amount":12345678901234567890}}', 422, 'invalid-request'],
    ['a number out of range', '{"case":{"amount":1e400}}', 422, 'invalid-request'],
  ] as const)('the API rejects %s', async (_name, body, status, code) => {
    const before = await runCount();
    const answer = await post(body);
    expect([answer.status, problemOf(answer)]).toEqual([status, code]);
    expect(await runCount()).toBe(before);
  });

  it('the API uses the last value when a body repeats a member', async () => {
    const answer = await post('{"case":{"id":"first","id":"last"}}');
    expect(answer.body).toMatchObject({ case_id: 'last' });
  });

  it('the API rejects run fields next to the case and ignores them inside it', async () => {
    const forged = {
      status: 'succeeded',
      decision: 'approve',
      team_id: 'team_x',
      ledger_ref: 'wf-x',
      id: 'run_x',
      row_hash: 'x',
    };
    const beside = await api.send('POST', RUNS, { key, body: { case: {}, ...forged } });
    expect(beside.status).toBe(422);
    const inside = await api.send<RunBody>('POST', RUNS, { key, body: { case: forged } });
    expect(inside.body).toMatchObject({ status: 'running', decision: null });
    expect(inside.body.id).not.toBe('run_x');
    expect(inside.body.ledger_ref).not.toBe('wf-x');
  });

  it('neither logs nor responses quote a body, whatever is wrong with it', async () => {
    const aadhaar = '234567891238';
    const pan = 'ABCPK9876L';
    const bodies = [
      `{"case":{"aadhaar":"${aadhaar}"`,
      `{"case":"${aadhaar} ${pan}"}`,
      `{"case":{},"${aadhaar}":1,"pan":"${pan}"}`,
      `{"case":{"${aadhaar}":"\\u0000${pan}"}}`,
      `{"case":{"aadhaar":${aadhaar}234567891,"x":"${pan}"}}`,
    ];
    const said: string[] = [];
    for (const body of bodies) said.push(JSON.stringify((await post(body)).body));
    said.push(JSON.stringify((await post(`${aadhaar} ${pan}`, { 'content-type': 'text/plain' })).body));
    for (const text of [...said, api.logs.text()]) {
      expect(text).not.toContain(aadhaar);
      expect(text).not.toContain(pan);
    }
  });
});

/** Sends a request with Node's own client, which accepts a response that arrives before the whole body is sent. */
const raw = async (options: {
  readonly chunked: boolean;
  readonly body: Buffer;
  readonly type?: string;
  readonly encoding?: string;
  readonly agent?: Agent;
}): Promise<number> => {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const sent = request(api.url + RUNS, {
    method: 'POST',
    agent: options.agent,
    headers: {
      ...(options.encoding !== undefined && { 'content-encoding': options.encoding }),
      authorization: `Bearer ${key}`,
      'content-type': options.type ?? 'application/json',
      ...(options.chunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': options.body.length }),
    },
  });
  sent.on('response', (response) => {
    response.resume();
    resolve(response.statusCode ?? 0);
  });
  sent.on('error', reject);
  sent.end(options.body);
  return promise;
};
