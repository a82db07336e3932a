import { defaultPayloadConverter, type Payload } from '@temporalio/common';
import { beforeAll, describe, expect, it } from 'vitest';
import { KeyRing } from '../../src/store/crypto/key-ring.ts';
import { revokeKey } from '../../src/store/keys/store.ts';
import { SealingCodec } from '../../src/temporal/codec.ts';
import { problemOf, startTestApi, type TestApi } from '../helpers/api.ts';

const DECODE = '/v1/temporal/codec/decode';
const LOGIN = '/v1/temporal/codec/login';
const UI = 'http://127.0.0.1:8233';
const MASTER = Buffer.alloc(32, 9);

interface Payloads {
  readonly payloads: { metadata: Record<string, string>; data: string }[];
}

let api: TestApi;
let key: string;
let keyId: string;
let teamId: string;
let sealed: Payloads;

const base64 = (bytes: Uint8Array | null | undefined): string => Buffer.from(bytes ?? []).toString('base64');

const toJson = ({ metadata, data }: Payload): Payloads['payloads'][number] => ({
  metadata: Object.fromEntries(Object.entries(metadata ?? {}).map(([name, value]) => [name, base64(value)])),
  data: base64(data),
});

beforeAll(async () => {
  api = await startTestApi({
    ENCRYPTION_KEYS: `k1:${MASTER.toString('base64')}`,
    TEMPORAL_UI_URL: `${UI}/namespaces/default`,
  });
  ({ key, keyId, teamId } = await api.newTeam(['codec']));
  const codec = new SealingCodec(new KeyRing([{ id: 'k1', key: MASTER }], 'temporal-payload'));
  const payloads = await codec.encode([
    defaultPayloadConverter.toPayload({ run_id: 'run_canary' }),
    defaultPayloadConverter.toPayload('second'),
  ]);
  sealed = { payloads: payloads.map(toJson) };
});

const textsOf = ({ payloads }: Payloads): string[] =>
  payloads.map(({ data }) => Buffer.from(data, 'base64').toString());

describe('POST /v1/temporal/codec/decode', () => {
  it('a key with the codec scope decrypts the payloads that Temporal holds', async () => {
    const { status, body } = await api.send<Payloads>('POST', DECODE, { key, body: sealed });
    expect(status).toBe(200);
    expect(textsOf(body)).toEqual(['{"run_id":"run_canary"}', '"second"']);
    expect(Buffer.from(body.payloads[0]!.metadata['encoding']!, 'base64').toString()).toBe('json/plain');
  });

  it('the log states who opened payloads and how many, but not their content', async () => {
    const line = api.logs.lines().findLast(({ msg }) => msg === 'payloads decoded');
    expect(line).toMatchObject({ key_id: keyId, team_id: teamId, count: 2 });
    expect(api.logs.text()).not.toContain('run_canary');
  });

  it('payloads that were never sealed pass through unchanged', async () => {
    const plain = { payloads: [toJson(defaultPayloadConverter.toPayload('plain'))] };
    expect((await api.send('POST', DECODE, { key, body: plain })).body).toEqual(plain);
  });

  it.each([
    ['changed bytes', () => ({ payloads: [{ ...sealed.payloads[0]!, data: base64(Buffer.alloc(64)) }] })],
    ['text that is not base64', () => ({ payloads: [{ data: '***' }] })],
    ['no payloads', () => ({})],
  ])('the API rejects %s', async (_name, body) => {
    expect(problemOf(await api.send('POST', DECODE, { key, body: body() }))).toBe('invalid-request');
  });

  it('the API does not open payloads without a key that has the scope', async () => {
    expect((await api.send('POST', DECODE, { body: sealed })).status).toBe(401);
    const plain = await api.newTeam(['admin', 'runs:read']);
    expect((await api.send('POST', DECODE, { key: plain.key, body: sealed })).status).toBe(403);
  });
});

const preflight = async (origin: string) =>
  fetch(api.url + DECODE, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type,x-namespace',
    },
  });

describe('The Temporal Web UI', () => {
  it('the Web UI may make cross-origin calls with cookies', async () => {
    const answer = await preflight(UI);
    expect(answer.status).toBe(204);
    expect(answer.headers.get('access-control-allow-origin')).toBe(UI);
    expect(answer.headers.get('access-control-allow-credentials')).toBe('true');
    expect(answer.headers.get('access-control-allow-headers')).toContain('x-namespace');
    const refused = await api.send('POST', DECODE, { headers: { origin: UI }, body: sealed });
    expect(refused.status).toBe(401);
    expect(refused.headers.get('access-control-allow-origin')).toBe(UI);
  });

  it.each(['http://evil.example', 'http://127.0.0.1:8234', `${UI}.evil.example`, 'null'])(
    'the origin %s may not make cross-origin calls',
    async (origin) => {
      const answer = await preflight(origin);
      expect(answer.status).toBe(405);
      expect(answer.headers.has('access-control-allow-origin')).toBe(false);
    },
  );

  it('the Web UI may not make cross-origin calls to any other route', async () => {
    const answer = await api.send('GET', '/v1/workforce/verticals', { headers: { origin: UI } });
    expect(answer.headers.has('access-control-allow-origin')).toBe(false);
  });
});

describe('The login page', () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const login = async (given: string) =>
    api.send<string>('POST', LOGIN, { headers: form, body: new URLSearchParams({ key: given }).toString() });
  const cookieOf = async (given: string) => (await login(given)).headers.get('set-cookie')!.split(';')[0]!;

  it('the page is a form that works without JavaScript and cannot be framed', async () => {
    const answer = await api.send<string>('GET', LOGIN);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(answer.body).toContain('<form method="post">');
    expect(answer.body).not.toContain('<script');
  });

  it('a login sets a cookie that replaces the key for an hour without containing it', async () => {
    const answer = await login(key);
    expect(answer.status).toBe(200);
    const cookie = answer.headers.get('set-cookie')!;
    expect(cookie).toMatch(
      /^pramaan_codec=[^;]+; Path=\/v1\/temporal\/codec; Max-Age=3600; HttpOnly; SameSite=Strict$/,
    );
    expect(Buffer.from(cookie, 'base64url').toString('latin1') + cookie).not.toContain(key);
    const opened = await api.send<Payloads>('POST', DECODE, {
      headers: { cookie: await cookieOf(key) },
      body: sealed,
    });
    expect(textsOf(opened.body)).toHaveLength(2);
  });

  it.each([
    ['an invalid key', async () => 'nonsense', 401],
    ['a key without the scope', async () => (await api.newTeam()).key, 403],
  ])('a login with %s does not set a cookie', async (_name, given, status) => {
    const answer = await login(await given());
    expect([answer.status, answer.headers.has('set-cookie')]).toEqual([status, false]);
    expect(answer.body).toContain('<form method="post">');
  });

  it('the cookie does not give access to any other route', async () => {
    const admin = await api.newTeam(['codec', 'runs:read']);
    const cookie = await cookieOf(admin.key);
    expect((await api.send('GET', '/v1/workforce/runs', { headers: { cookie } })).status).toBe(401);
  });

  it('the cookie can neither be forged nor outlive its key', async () => {
    const other = await api.newKey(teamId, ['codec']);
    const cookie = await cookieOf(other.key);
    const decode = async (value: string) =>
      (await api.send('POST', DECODE, { headers: { cookie: value }, body: sealed })).status;
    expect(await decode(cookie)).toBe(200);
    const [payload, signature] = cookie.slice('pramaan_codec='.length).split('.') as [string, string];
    const later = Buffer.from(payload, 'base64url')
      .toString()
      .replace(/\d+$/, (until) => String(Number(until) + 1e9));
    expect(await decode(`pramaan_codec=${Buffer.from(later).toString('base64url')}.${signature}`)).toBe(401);
    await revokeKey(api.database.db, { teamId, keyId: other.keyId });
    expect(await decode(cookie)).toBe(401);
  });
});
