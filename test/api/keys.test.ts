import pg from 'pg';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { scopes } from '../../src/contract/scopes.ts';
import { Authenticator } from '../../src/store/keys/authenticate.ts';
import { mintKey } from '../../src/store/keys/format.ts';
import { problemOf, startTestApi, type TestApi } from '../helpers/api.ts';
import { makePan } from '../helpers/identifiers.ts';

interface Key {
  readonly id: string;
  readonly key: string;
  readonly scopes: string[];
  readonly expires_at: string | null;
  readonly last_used_at: string | null;
  readonly revoked_at: string | null;
}

const RUNS = '/v1/workforce/runs';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});

describe('A request without a valid key', () => {
  it.each([
    ['no header', {}],
    ['another scheme', { authorization: 'Basic dXNlcjpwYXNz' }],
    ['nothing after Bearer', { authorization: 'Bearer ' }],
    ['a key that was never issued', { authorization: `Bearer ${mintKey()}` }],
    ['an SQL injection', { authorization: "Bearer ' OR 1=1 --" }],
  ])('the API returns 401 with WWW-Authenticate for %s', async (_name, headers) => {
    const answer = await api.send('GET', RUNS, { headers });
    expect(problemOf(answer)).toBe('unauthenticated');
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  });

  it('the API does not query the database when a key’s checksum is wrong', async () => {
    const query = vi.spyOn(pg.Client.prototype, 'query');
    try {
      const key = mintKey();
      const broken = key.slice(0, -1) + (key.endsWith('a') ? 'b' : 'a');
      expect((await api.send('GET', RUNS, { key: broken })).status).toBe(401);
      expect(query).not.toHaveBeenCalled();
      expect((await api.send('GET', RUNS, { key })).status).toBe(401);
      expect(query).toHaveBeenCalled();
    } finally {
      query.mockRestore();
    }
  });

  it('the API returns 429 to an address that sends too many bad keys and no longer looks them up', async () => {
    const flooded = await startTestApi();
    const good = await flooded.newTeam();
    const query = vi.spyOn(pg.Client.prototype, 'query');
    try {
      const send = async (key: string) => flooded.send('GET', RUNS, { key });
      const answers = await Promise.all(Array.from({ length: 300 }, async () => send(mintKey())));
      const refused = answers.filter(({ status }) => status === 429);
      expect(answers.filter(({ status }) => status === 401)).toHaveLength(300 - refused.length);
      expect(refused.length).toBeGreaterThan(150);
      expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThan(0);
      query.mockClear();
      await Promise.all(Array.from({ length: 50 }, async () => send(mintKey())));
      expect(query.mock.calls.length).toBeLessThan(10);
      // Callers behind one proxy share an address, so bad keys from that address must not cause a working key to be refused.
      expect((await send(good.key)).status).toBe(200);
      expect((await flooded.send('GET', RUNS)).status).toBe(401);
      const login = async () =>
        flooded.send('POST', '/v1/temporal/codec/login', {
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: `key=${mintKey()}`,
        });
      const logins = await Promise.all(Array.from({ length: 200 }, login));
      expect(problemOf(logins.find(({ status }) => status === 429)!)).toBe('rate-limited');
    } finally {
      query.mockRestore();
    }
  });

  it('the API returns 401 for a key in the query string and never logs it', async () => {
    const { key } = await api.newTeam();
    for (const name of ['api_key', 'token', 'access_token', 'key']) {
      expect((await api.send('GET', `${RUNS}?${name}=${key}`)).status).toBe(401);
    }
    expect(api.logs.text()).not.toContain(key);
  });
});

describe('Scopes', () => {
  it('the API returns 403, names the missing scope and starts nothing', async () => {
    const { key, teamId } = await api.newTeam(['ledger:read']);
    const answer = await api.send('POST', '/v1/workforce/verticals/kyc/runs', { key });
    expect(problemOf(answer)).toBe('scope-missing');
    expect(answer.body['detail']).toContain('"runs:write"');
    const runs = await api.database.db
      .selectFrom('runs')
      .select('id')
      .where('team_id', '=', teamId)
      .execute();
    expect(runs).toEqual([]);
    expect((await api.send('POST', '/v1/admin/keys', { key, body: { name: 'x' } })).status).toBe(403);
    expect((await api.send('GET', RUNS, { key })).status).toBe(403);
  });

  it('a key gets every scope except admin and codec by default', async () => {
    const { key } = await api.newTeam();
    expect((await api.send('GET', RUNS, { key })).status).toBe(200);
    expect((await api.send('GET', '/v1/govern/verify', { key })).status).toBe(200);
    expect((await api.send('GET', '/v1/admin/keys', { key })).status).toBe(403);
    expect(
      (await api.send('POST', '/v1/temporal/codec/decode', { key, body: { payloads: [] } })).status,
    ).toBe(403);
  });
});

describe('A key’s life cycle', () => {
  it('a key is shown once in the clear and stored as a hash', async () => {
    const admin = await api.newTeam(['admin']);
    const { status, body } = await api.send<Key>('POST', '/v1/admin/keys', {
      key: admin.key,
      body: { name: 'portal' },
    });
    expect(status).toBe(201);
    const askedFor = [
      'reviews:decide',
      'records:write',
      'rules:write',
      'rules:approve',
      'webhooks',
      'safety',
      'people',
      'admin',
      'codec',
    ];
    expect(body.scopes).toEqual(scopes.filter((scope) => !askedFor.includes(scope)));
    expect((await api.send('GET', RUNS, { key: body.key })).status).toBe(200);

    const list = await api.send<{ keys: Key[] }>('GET', '/v1/admin/keys', { key: admin.key });
    expect(list.body.keys.map(({ id }) => id)).toEqual([body.id, admin.keyId]);
    expect(JSON.stringify(list.body)).not.toContain(body.key);
    const stored = await api.database.db.selectFrom('api_keys').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(body.key);
    expect(api.logs.text()).not.toContain(body.key);
  });

  it.each([
    ['no name', {}],
    ['an empty name', { name: '' }],
    ['no scope', { name: 'x', scopes: [] }],
    ['an unknown scope', { name: 'x', scopes: ['everything'] }],
    ['the codec scope, which reads payloads of every team', { name: 'x', scopes: ['codec'] }],
    ['a negative lifetime', { name: 'x', expires_in_days: -1 }],
    ['a team', { name: 'x', team_id: 'team_x' }],
  ])('the API rejects a new key with %s', async (_name, body) => {
    const { key } = await api.newTeam(['admin']);
    expect(problemOf(await api.send('POST', '/v1/admin/keys', { key, body }))).toBe('invalid-request');
  });

  it('a key stops working when it expires', async () => {
    const { teamId } = await api.newTeam();
    const past = await api.newKey(teamId, undefined, new Date(Date.now() - 1));
    expect((await api.send('GET', RUNS, { key: past.key })).status).toBe(401);
    const soon = await api.newKey(teamId, undefined, new Date(Date.now() + 60_000));
    expect((await api.send('GET', RUNS, { key: soon.key })).status).toBe(200);
  });

  it('a revoked key stops working within 5 seconds', async () => {
    const admin = await api.newTeam(['admin']);
    const used = await api.newKey(admin.teamId);
    expect((await api.send('GET', RUNS, { key: used.key })).status).toBe(200);
    const revoked = await api.send<Key>('DELETE', `/v1/admin/keys/${used.keyId}`, { key: admin.key });
    expect(revoked.body.revoked_at).not.toBeNull();
    const since = performance.now();
    await vi.waitUntil(async () => (await api.send('GET', RUNS, { key: used.key })).status === 401, {
      timeout: 5_000,
      interval: 50,
    });
    expect(performance.now() - since).toBeLessThan(2_000);

    const again = await api.send<Key>('DELETE', `/v1/admin/keys/${used.keyId}`, { key: admin.key });
    expect(again.body.revoked_at).toBe(revoked.body.revoked_at);
  });

  it('a rotated key passes its expiry to its successor, so rotation never extends access', async () => {
    const admin = await api.newTeam(['admin']);
    const expiry = new Date(Date.now() + 3_600_000);
    const old = await api.newKey(admin.teamId, ['runs:read'], expiry);
    const rotate = async (id: string) =>
      api.send<Key>('POST', `/v1/admin/keys/${id}/rotate`, { key: admin.key, body: { grace_seconds: 2 } });
    const first = await rotate(old.keyId);
    expect(first.body.expires_at).toBe(expiry.toISOString());
    expect((await rotate(first.body.id)).body.expires_at).toBe(expiry.toISOString());
    const endless = await api.newKey(admin.teamId, ['runs:read']);
    expect((await rotate(endless.keyId)).body.expires_at).toBeNull();
  });

  it('a key that is rotated many times simultaneously gets one successor', async () => {
    const admin = await api.newTeam(['admin']);
    const old = await api.newKey(admin.teamId, ['runs:read']);
    const rotate = async () => api.send('POST', `/v1/admin/keys/${old.keyId}/rotate`, { key: admin.key });
    const answers = await Promise.all(Array.from({ length: 8 }, rotate));
    answers.push(await rotate());
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(new Set(refused.map(problemOf))).toEqual(new Set(['already-rotated']));
    expect((await api.send('GET', '/v1/admin/keys', { key: admin.key })).body['keys']).toHaveLength(3);
  });

  it.each([' ', 'a\nb', 'a\u202eb', 'a\u0000b', '\u200f', 'a\u2028b'])(
    'the API rejects %j as a key’s name',
    async (name) => {
      const admin = await api.newTeam(['admin']);
      const answer = await api.send('POST', '/v1/admin/keys', { key: admin.key, body: { name } });
      expect(problemOf(answer)).toBe('invalid-request');
      expect(answer.body['errors']).toMatchObject([{ in: 'body', pointer: '/name' }]);
    },
  );

  it('identifiers in a key’s name are masked, and text in Indian scripts is unchanged', async () => {
    const admin = await api.newTeam(['admin']);
    const issue = async (name: string) =>
      api.send('POST', '/v1/admin/keys', { key: admin.key, body: { name, scopes: ['runs:read'] } });
    const pan = makePan(7, 'P');
    expect((await issue(`PAN ${pan}`)).body['name']).not.toContain(pan);
    expect((await issue('दावा क्\u200dष')).body['name']).toBe('दावा क्\u200dष');
    const listed = await api.send('GET', '/v1/admin/keys', { key: admin.key });
    expect(JSON.stringify(listed.body)).not.toContain(pan);
  });

  it('a rotated key works alongside its successor during the grace period, and the ledger contains neither secret', async () => {
    const admin = await api.newTeam(['admin', 'ledger:read']);
    const old = await api.newKey(admin.teamId, ['runs:read']);
    const path = `/v1/admin/keys/${old.keyId}/rotate`;
    const rotated = await api.send<Key>('POST', path, { key: admin.key, body: { grace_seconds: 2 } });
    expect(rotated.status).toBe(201);
    expect(rotated.body.scopes).toEqual(['runs:read']);
    expect((await api.send('GET', RUNS, { key: old.key })).status).toBe(200);
    expect((await api.send('GET', RUNS, { key: rotated.body.key })).status).toBe(200);
    await vi.waitUntil(async () => (await api.send('GET', RUNS, { key: old.key })).status === 401, {
      timeout: 5_000,
    });
    expect((await api.send('GET', RUNS, { key: rotated.body.key })).status).toBe(200);
    expect((await api.send('POST', path, { key: admin.key })).status).toBe(404);

    const entries = await api.send('GET', `/v1/govern/ledger/${rotated.body.id}`, { key: admin.key });
    expect(entries.body['entries']).toMatchObject([
      { action: 'key.issued', detail: { replaces: old.keyId } },
    ]);
    expect(JSON.stringify(entries.body)).not.toContain(rotated.body.key);
    expect((await api.send('GET', '/v1/govern/verify', { key: admin.key })).body).toMatchObject({
      ok: true,
      checked: 1,
    });
  });

  it('a key shows when it was last used, updated at most once a minute', async () => {
    const { key, keyId } = await api.newTeam();
    const lastUsed = async () =>
      (
        await api.database.db
          .selectFrom('api_keys')
          .select('last_used_at')
          .where('id', '=', keyId)
          .executeTakeFirstOrThrow()
      ).last_used_at;
    expect(await lastUsed()).toBeNull();
    await api.send('GET', RUNS, { key });
    const first = await lastUsed();
    expect(Date.now() - first!.getTime()).toBeLessThan(5_000);
    const authenticator = new Authenticator(api.database.db);
    await authenticator.byKey(key);
    expect(await lastUsed()).toEqual(first);
    await api.database.db
      .updateTable('api_keys')
      .set({ last_used_at: new Date(Date.now() - 61_000) })
      .where('id', '=', keyId)
      .execute();
    await new Authenticator(api.database.db).byKey(key);
    expect((await lastUsed())!.getTime()).toBeGreaterThan(Date.now() - 5_000);
  });
});
