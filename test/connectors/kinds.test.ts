import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { ConnectorBody } from '../../src/contract/connector.ts';
import { problemOf, startTestApi } from '../helpers/api.ts';
import { createAuthority } from '../helpers/certificates.ts';
import { makePan } from '../helpers/identifiers.ts';
import { type Answering, json, startCoreSystem } from './core-system.ts';

const folder = await mkdtemp(join(tmpdir(), 'connectors-'));
const authority = await createAuthority(folder, 'core authority');
const [server, client] = [
  await authority.issue('core-tls', 'DNS:tls.bank.example'),
  await authority.issue('pramaan', 'DNS:pramaan.example'),
];

let tokens = 0;
/** The token endpoint and the API of a core system. A token works until the next one is issued. */
const core: Answering = (received, response, socket) => {
  if (received.path === '/token') {
    tokens += 1;
    return json({ access_token: `token-${tokens}`, expires_in: 600 })(received, response, socket);
  }
  const isFresh = received.headers.authorization === `Bearer token-${tokens}`;
  return json(isFresh ? { name: 'Lakeside Hospital', in_network: true } : {}, isFresh ? 200 : 401)(
    received,
    response,
    socket,
  );
};
const plain = await startCoreSystem(core);
const secure = await startCoreSystem(json(null), {
  cert: server.cert,
  key: server.key,
  ca: authority.cert,
  requestCert: true,
  rejectUnauthorized: true,
});
const postgres = new URL(inject('postgresAdminUrl'));
const api = await startTestApi({
  CONNECTOR_PINNED: [
    `plain.bank.example=127.0.0.1:${plain.port}`,
    `tls.bank.example=127.0.0.1:${secure.port}`,
    `db.bank.example=127.0.0.1:${postgres.port}`,
  ].join(','),
});
const { key, teamId } = await api.newTeam(['admin', 'ledger:read']);
afterAll(async () => {
  await plain.close();
  await secure.close();
  await rm(folder, { recursive: true });
});

const put = async (name: string, body: object) =>
  api.send<ConnectorBody>('PUT', `/v1/connectors/${name}`, { key, body });
const test = async (name: string, asked: string) =>
  (await api.send('POST', `/v1/connectors/${name}/test`, { key, body: { key: asked } })).body;
const remove = async (name: string) => api.send('DELETE', `/v1/connectors/${name}`, { key });

describe('A connector of kind http', () => {
  it('fetches a token by client credentials, keeps it, and fetches a new one when the system refuses it', async () => {
    const { status, body } = await put('hospitals', {
      kind: 'http',
      serves: 'hospitals',
      http: {
        url: 'http://plain.bank.example/hospitals?name={key}',
        oauth: { token_url: 'http://plain.bank.example/token', client_id: 'pramaan', client_secret: 'a:b c' },
      },
    });
    expect(status).toBe(201);
    expect(JSON.stringify(body)).not.toContain('a:b c');
    expect(await test('hospitals', 'lakeside hospital')).toMatchObject({ ok: true, found: true });
    expect(await test('hospitals', 'lakeside hospital')).toMatchObject({ ok: true });
    expect(tokens).toBe(1);
    tokens = 7;
    expect(await test('hospitals', 'Lakeside Hospital')).toMatchObject({ ok: true });
    expect(tokens).toBe(8);
    const asked = plain.received.filter(({ path }) => path === '/token');
    expect(asked[0]).toMatchObject({ method: 'POST', body: 'grant_type=client_credentials' });
    expect(Buffer.from(asked[0]!.headers.authorization!.slice(6), 'base64').toString()).toBe(
      'pramaan:a%3Ab%20c',
    );
  });

  it('shows its certificate to a system that asks for one, and trusts only the given authority', async () => {
    const http = { url: 'https://tls.bank.example/a/{key}', ca: authority.cert.toString() };
    const pair = { client_certificate: client.cert.toString(), client_key: client.key.toString() };
    await remove('hospitals');
    await put('hospitals', { kind: 'http', serves: 'hospitals', http: { ...http, ...pair } });
    expect(await test('hospitals', 'x')).toMatchObject({ ok: true, found: false });
    expect(secure.received.at(-1)?.client).toBe('pramaan');
    await put('hospitals', { kind: 'http', serves: 'hospitals', http });
    expect(await test('hospitals', 'x')).toMatchObject({ ok: false });
    await put('hospitals', {
      kind: 'http',
      serves: 'hospitals',
      http: { url: 'https://tls.bank.example/a/{key}', ...pair },
    });
    expect(await test('hospitals', 'x')).toMatchObject({ ok: false, code: 'tls_failed' });
  });
});

describe('A connector of kind postgres', () => {
  const name = `core_${Math.random().toString(36).slice(2, 10)}`;
  const pan = makePan(5, 'P');
  const admin = new pg.Client({ connectionString: postgres.href });

  beforeAll(async () => {
    await admin.connect();
    await admin.query(`
      CREATE SCHEMA ${name};
      CREATE TABLE ${name}.accounts (no text, pan text, mail text, state text, fails int);
      INSERT INTO ${name}.accounts VALUES ('AC-1', '${pan}', 'a.sample@mail.example', 'locked', 3),
        ('AC-2', '${pan}', 'b.sample@mail.example', 'active', 0), ('AC-2', '${pan}', 'c.sample@mail.example', 'active', 0);
      CREATE ROLE ${name} LOGIN PASSWORD 'made-up';
      GRANT USAGE ON SCHEMA ${name} TO ${name};
      GRANT SELECT, INSERT ON ${name}.accounts TO ${name};`);
  });
  afterAll(async () => {
    await admin.query(`DROP OWNED BY ${name}; DROP SCHEMA ${name} CASCADE; DROP ROLE ${name}`);
    await admin.end();
  });

  const select = `SELECT no AS number, pan, mail AS email, state AS status, fails AS failed_logins FROM ${name}.accounts WHERE no = $1 -- by number`;
  const connector = (statement: string, password = 'made-up') => ({
    kind: 'postgres',
    serves: 'accounts',
    timeout_ms: 2_000,
    postgres: {
      host: 'db.bank.example',
      database: postgres.pathname.slice(1),
      user: name,
      password,
      tls: 'off',
      statement,
    },
  });

  it('reads one record, which a test shows masked and whose hash is keyed', async () => {
    expect((await put('accounts', connector(select))).status).toBe(201);
    const tested = await test('accounts', 'AC-1');
    expect(tested).toMatchObject({
      ok: true,
      found: true,
      record: { number: 'AC-1', status: 'locked', failed_logins: 3 },
      answer_hash: expect.stringMatching(/^hmac-sha256:k1:[0-9a-f]{64}$/),
    });
    expect(JSON.stringify(tested)).not.toContain(pan);
    expect(JSON.stringify(tested)).not.toContain('a.sample@');
    expect(await test('accounts', 'AC-9')).toMatchObject({ ok: true, found: false });
    expect(await test('accounts', 'AC-2')).toMatchObject({ ok: false, code: 'ambiguous' });
    expect(await test('accounts', `' OR '1'='1`)).toMatchObject({ ok: true, found: false });
  });

  it.each([
    [
      'writes',
      `WITH w AS (INSERT INTO ${name}.accounts (no) VALUES ($1) RETURNING no) SELECT no AS number FROM w`,
    ],
    [
      'calls a function that writes',
      `SELECT set_config('x.y', $1, false) AS number, nextval('${name}.missing') AS n`,
    ],
    ['names a table that is not there', `SELECT no AS number FROM ${name}.missing WHERE no = $1`],
    ['is two statements', `SELECT $1 AS number; DELETE FROM ${name}.accounts WHERE true OR 'a' = $1`],
  ])('a statement that %s fails and changes nothing', async (_name, statement) => {
    await put('accounts', connector(statement));
    expect(await test('accounts', 'AC-1')).toMatchObject({ ok: false, code: 'statement_failed' });
    const { rows } = await admin.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${name}.accounts`);
    expect(rows).toEqual([{ n: 3 }]);
  });

  it('a statement that takes too long is ended, and a refused login is reported', async () => {
    const slow = { ...connector('SELECT $1 AS number FROM pg_sleep(60)'), timeout_ms: 300 };
    await put('accounts', slow);
    expect(await test('accounts', 'AC-1')).toMatchObject({ ok: false, code: 'timed_out' });
    await put('accounts', connector(select, 'wrong'));
    const refused = await test('accounts', 'AC-1');
    // A server that trusts its own machine accepts any password.
    expect([true, false]).toContain(refused['ok']);
    if (refused['ok'] === false) expect(refused).toMatchObject({ code: 'credentials_refused' });
  });
});

describe('A connector that could never work', () => {
  const http = { url: 'https://core.example.in/{key}' };
  const ok = { kind: 'http', serves: 'policies', http };

  it.each([
    ['an address on the internal network', { ...ok, http: { url: 'https://10.0.0.1/{key}' } }, '/http/url'],
    [
      'plain HTTP to a host that is not pinned',
      { ...ok, http: { url: 'http://core.example.in/{key}' } },
      '/http/url',
    ],
    ['a host that depends on the key', { ...ok, http: { url: 'https://{key}.example.in/' } }, '/http/url'],
    ['an address without the key', { ...ok, http: { url: 'https://core.example.in/' } }, '/http/url'],
    ['an unknown placeholder', { ...ok, http: { url: 'https://core.example.in/{key}/{name}' } }, '/http/url'],
    ['a body in a GET', { ...ok, http: { ...http, body: {} } }, '/http/body'],
    ['a Host header', { ...ok, http: { ...http, headers: { Host: 'x' } } }, '/http/headers/Host'],
    [
      'a line break in a header',
      { ...ok, http: { ...http, headers: { A: 'x\r\nB: y' } } },
      '/http/headers/A',
    ],
    [
      'a token endpoint inside',
      {
        ...ok,
        http: { ...http, oauth: { token_url: 'https://localhost/', client_id: 'a', client_secret: 'b' } },
      },
      '/http/oauth/token_url',
    ],
    ['a mapping that cannot be parsed', { ...ok, mapping: '{ "a": ' }, '/mapping'],
    ['settings of the other kind', { ...ok, kind: 'postgres' }, '/kind'],
    ['a password in the address', { ...ok, http: { url: 'https://a:b@core.example.in/{key}' } }, '/http/url'],
    ['messages sent with GET', { ...ok, serves: 'messages' }, '/http/method'],
    [
      'a statement that is no SELECT',
      {
        kind: 'postgres',
        serves: 'accounts',
        postgres: {
          host: 'db.example.in',
          database: 'd',
          user: 'u',
          password: 'p',
          statement: 'DELETE FROM a WHERE b = $1',
        },
      },
      '/postgres/statement',
    ],
    [
      'no TLS to a host that is not pinned',
      {
        kind: 'postgres',
        serves: 'accounts',
        postgres: {
          host: 'db.example.in',
          database: 'd',
          user: 'u',
          password: 'p',
          tls: 'off',
          statement: 'SELECT $1',
        },
      },
      '/postgres/tls',
    ],
  ])('%s is refused with its field', async (_name, body, pointer) => {
    const answer = await api.send('PUT', '/v1/connectors/new', { key, body });
    expect(problemOf(answer)).toBe('invalid-request');
    expect((answer.body['errors'] as { pointer: string }[]).map((error) => error.pointer)).toContain(pointer);
  });

  it('a kind of record has one connector, and only its own team sees it', async () => {
    expect((await put('policies', ok)).status).toBe(201);
    expect(problemOf(await put('other', ok))).toBe('connector-taken');
    expect((await put('policies', ok)).body).toMatchObject({ version: 2 });
    const stranger = await api.newTeam(['admin']);
    expect((await api.send('GET', '/v1/connectors/policies', { key: stranger.key })).status).toBe(404);
    expect((await api.send('GET', '/v1/connectors', { key: stranger.key })).body).toEqual({ connectors: [] });
    const reader = await api.newKey(teamId, ['runs:read']);
    expect((await api.send('GET', '/v1/connectors', { key: reader.key })).status).toBe(403);
    const listed = await api.send<{ connectors: { name: string }[] }>('GET', '/v1/connectors', { key });
    expect(listed.body.connectors.map(({ name }) => name)).toContain('policies');
  });

  it('a connector’s secrets are sealed, and none of them is in the database in the clear', async () => {
    const secret = 'made-up-secret-of-a-header';
    await put('policies', { ...ok, http: { ...http, secret_headers: { 'X-Key': secret } } });
    const row = await api.database.db
      .selectFrom('connectors')
      .selectAll()
      .where('name', '=', 'policies')
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain(secret);
    expect(row.secrets.includes(secret)).toBe(false);
    expect(row.settings).toMatchObject({ http: { secret_headers: ['X-Key'] } });
  });
});
