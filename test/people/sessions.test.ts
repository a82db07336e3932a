import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import { startApi } from '../../src/api/main.ts';
import type { Role } from '../../src/contract/roles.ts';
import { createLedger, type Ledger } from '../../src/ledger/index.ts';
import { createLogger } from '../../src/observability/logger.ts';
import { makeLink } from '../../src/people/links.ts';
import { addPerson } from '../../src/people/people.ts';
import { endExpiredSessions } from '../../src/people/session-end.ts';
import { ensureTeam } from '../../src/store/keys/team.ts';
import { commandLine } from '../../src/people/rows.ts';
import { deadPort, problemOf, startTestApi, type TestApi } from '../helpers/api.ts';
import { openStream } from '../helpers/live-stream.ts';
import { startApiProcess } from '../helpers/process.ts';
import { UserAgent } from '../helpers/user-agent.ts';
import { randomBytes } from 'node:crypto';

let api: TestApi;
let twin: { readonly url: string };
let ledger: Ledger;
let teamId: string;

beforeAll(async () => {
  const keys = `k1:${randomBytes(32).toString('base64')}`;
  api = await startTestApi({ ENCRYPTION_KEYS: keys });
  ledger = createLedger({ pool: api.database.pool });
  ({ teamId } = await api.newTeam());
  // A second process of the same service, as the first one's browsers see it behind a load balancer.
  twin = await startApi(
    loadConfig({
      DATABASE_URL: api.database.url,
      TEMPORAL_ADDRESS: `127.0.0.1:${await deadPort()}`,
      ENCRYPTION_KEYS: keys,
      PORT: '0',
      PUBLIC_BASE_URL: api.url,
    }),
    createLogger('silent', 'test'),
  );
  return async () => (twin as Awaited<ReturnType<typeof startApi>>).stop();
});

const person = async (roles: readonly Role[], team = teamId): Promise<string> => {
  const wanted = { teamId: team, name: 'Asha Sample', roles, rolesFrom: 'here' } as const;
  const added = await api.database.db
    .transaction()
    .execute(async (tx) => addPerson(tx, ledger, wanted, commandLine));
  return added!.id;
};

const linkFor = async (personId: string, team = teamId): Promise<string> => {
  const made = await api.database.db
    .transaction()
    .execute(async (tx) => makeLink(tx, ledger, { teamId: team, personId }, commandLine));
  if (made === undefined || typeof made === 'string') throw new Error(`no link: ${made}`);
  return made.token;
};

const use = async (agent: UserAgent, token: string, headers: Record<string, string> = { origin: api.url }) =>
  agent.visit(`${api.url}/v1/auth/link`, {
    method: 'POST',
    body: new URLSearchParams({ token }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'Tests/1.0', ...headers },
  });

interface SignedIn {
  readonly agent: UserAgent;
  readonly id: string;
  readonly sessionId: string;
  /** Headers of requests that this browser's pages make. */
  readonly headers: Readonly<Record<string, string>>;
}

const signIn = async (roles: readonly Role[], team = teamId): Promise<SignedIn> => {
  const id = await person(roles, team);
  const agent = new UserAgent();
  await use(agent, await linkFor(id, team));
  const cookie = agent.cookiesFor(api.url);
  const { body } = await api.send<{ csrf_token: string; session: { id: string } }>('GET', '/v1/me', {
    headers: { cookie },
  });
  return {
    agent,
    id,
    sessionId: body.session.id,
    headers: { cookie, origin: api.url, 'x-csrf-token': body.csrf_token },
  };
};

const statusOf = async (headers: Readonly<Record<string, string>>, path = '/v1/me', url = api.url) =>
  (await fetch(url + path, { headers })).status;

const rowsOf = async (ledgerRef: string) => {
  const { body } = await api.send<{ entries: { action: string; detail: object; body: string }[] }>(
    'GET',
    `/v1/govern/ledger/${ledgerRef}`,
    { key: (await api.newKey(teamId)).key },
  );
  return body.entries.map(({ action, detail, body: text }) => {
    const { content } = JSON.parse(text) as { content: { actor: object } };
    return { action, detail, actor: content.actor };
  });
};

describe('A sign-in link', () => {
  it('a link signs in once, its page does not use it up, and its second use is refused and recorded', async () => {
    const id = await person(['viewer']);
    const token = await linkFor(id);
    const agent = new UserAgent();
    const page = await agent.visit(`${api.url}/v1/auth/link?token=${token}`);
    expect([page.status, page.body]).toEqual([200, expect.stringContaining('<button>Sign in</button>')]);
    expect((await use(agent, token)).status).toBe(200);
    expect(await statusOf({ cookie: agent.cookiesFor(api.url) })).toBe(200);

    const second = new UserAgent();
    expect((await use(second, token)).status).toBe(401);
    expect(second.cookiesFor(api.url)).toBe('');
    const rows = await rowsOf(id);
    expect(rows.map(({ action }) => action)).toEqual([
      'person.added',
      'person.link_made',
      'person.signed_in',
      'person.link_refused',
    ]);
    expect(rows.at(-1)).toMatchObject({
      detail: { reason: 'used', blocked: true },
      actor: { kind: 'person', id, name: 'A. S.' },
    });
    expect(rows[1]).toMatchObject({ actor: { kind: 'service', id: 'command-line' } });
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('two browsers that use one link at the same moment open one session', async () => {
    const token = await linkFor(await person(['viewer']));
    const pages = await Promise.all([1, 2, 3, 4].map(async () => use(new UserAgent(), token)));
    expect(pages.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401, 401, 401]);
  });

  it('a link that is older than ten minutes is refused and recorded', async () => {
    const id = await person(['viewer']);
    const token = await linkFor(id);
    await api.database.db
      .updateTable('sign_in_links')
      .set({ expires_at: new Date(Date.now() - 1) })
      .where('person_id', '=', id)
      .execute();
    expect((await use(new UserAgent(), token)).status).toBe(401);
    expect((await rowsOf(id)).at(-1)).toMatchObject({ detail: { reason: 'late' } });
  });

  it('a link of a person who was deactivated or lost every role signs nobody in', async () => {
    for (const change of [{ deactivated_at: new Date() }, { roles: [] }]) {
      const id = await person(['viewer']);
      const token = await linkFor(id);
      await api.database.db.updateTable('people').set(change).where('id', '=', id).execute();
      expect((await use(new UserAgent(), token)).status).toBe(403);
    }
  });

  it('another site cannot sign a browser in with a link of its own', async () => {
    const token = await linkFor(await person(['viewer']));
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null', 'sec-fetch-site': 'cross-site' },
      {},
    ])
      expect((await use(new UserAgent(), token, headers)).status).toBe(403);
    expect((await use(new UserAgent(), token)).status).toBe(200);
  });

  it('a cookie that was planted before the sign-in does not become the session', async () => {
    const agent = new UserAgent();
    const token = await linkFor(await person(['viewer']));
    const planted = `__Host-pramaan_session=${'a'.repeat(43)}`;
    await use(agent, token, { origin: api.url, cookie: planted });
    expect(agent.cookiesFor(api.url)).not.toContain(planted);
    expect(await statusOf({ cookie: planted })).toBe(401);
  });

  it('somebody who tries unknown links is rate-limited, and leaves one row per ten minutes', async () => {
    const own = await startTestApi();
    const { id: team } = await ensureTeam(own.database.db, { name: 'default' });
    const attempt = async (): Promise<number> =>
      (
        await own.send('POST', '/v1/auth/link', {
          body: 'token=unknown',
          headers: { 'content-type': 'application/x-www-form-urlencoded', origin: own.url },
        })
      ).status;
    const statuses = new Set<number>();
    // The attempts come back over time, so a slow machine needs more of them.
    while (!statuses.has(429)) {
      const some = await Promise.all(Array.from({ length: 50 }, attempt));
      for (const status of some) statuses.add(status);
    }
    expect([...statuses].toSorted((a, b) => a - b)).toEqual([401, 429]);
    const left = await own.database.db
      .selectFrom('agent_actions')
      .select(['team_id', 'action', 'body'])
      .execute();
    expect(left.length).toBeLessThan(3);
    expect(left[0]).toMatchObject({ team_id: team, action: 'person.sign_in_refused' });
    expect(JSON.parse(left[0]!.body)).toMatchObject({
      content: { detail: { reason: 'unknown_link', blocked: true } },
    });
    // An unknown key is an attempt of another kind, so it leaves a row of its own, even if it is slowed down as well.
    expect([401, 429]).toContain((await own.send('GET', '/v1/me', { key: 'unknown-key' })).status);
    expect(left.length).toBeLessThan(
      (await own.database.db.selectFrom('agent_actions').select('seq').execute()).length,
    );
  });
});

it('the log names OIDC_TEAM when it names no team, because the refusals of strangers are not recorded then', async () => {
  const separate = await startApiProcess({
    DATABASE_URL: api.database.url,
    TEMPORAL_ADDRESS: `127.0.0.1:${await deadPort()}`,
    ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    PORT: '0',
    OIDC_TEAM: 'nobody',
  });
  onTestFinished(() => separate.kill('SIGKILL'));
  const headers = { authorization: 'Bearer unknown-key' };
  expect((await fetch(`${separate.url}/v1/me`, { headers })).status).toBe(401);
  await expect.poll(separate.output).toContain('because OIDC_TEAM names no team');
});

const lastUsed = (minutes: number) => ({ last_used_at: new Date(Date.now() - minutes * 60_000) });

describe('A session', () => {
  it('a session is listed to its owner with its browser, and to an administrator with all others', async () => {
    const mine = await signIn(['viewer']);
    const admin = await signIn(['admin']);
    const listed = async ({ headers }: SignedIn, query = '') =>
      (
        await api.send<{ sessions: { id: string; client: string; current: boolean }[] }>(
          'GET',
          `/v1/sessions${query}`,
          { headers },
        )
      ).body;
    expect((await listed(mine)).sessions).toEqual([
      expect.objectContaining({
        id: mine.sessionId,
        client: 'Tests/1.0',
        current: true,
        name: 'Asha Sample',
      }),
    ]);
    const all = (await listed(admin)).sessions.map(({ id }) => id);
    expect(all).toEqual(expect.arrayContaining([mine.sessionId, admin.sessionId]));
    expect((await listed(admin, `?person_id=${mine.id}`)).sessions).toHaveLength(1);
    expect(
      problemOf(await api.send('GET', `/v1/sessions?person_id=${admin.id}`, { headers: mine.headers })),
    ).toBe('scope-missing');
  });

  it('an owner and an administrator end a session in every process, and nobody else can', async () => {
    const mine = await signIn(['viewer']);
    const other = await signIn(['viewer']);
    const admin = await signIn(['admin']);
    const foreign = await signIn(['admin'], (await api.newTeam()).teamId);
    const end = async ({ headers }: SignedIn, id: string) =>
      (await api.send('DELETE', `/v1/sessions/${id}`, { headers })).status;
    expect(await end(other, mine.sessionId)).toBe(404);
    expect(await end(foreign, mine.sessionId)).toBe(404);
    expect(await statusOf(mine.headers, '/v1/me', twin.url)).toBe(200);
    expect(await end(admin, mine.sessionId)).toBe(200);
    expect(await statusOf(mine.headers)).toBe(401);
    expect(await statusOf(mine.headers, '/v1/me', twin.url)).toBe(401);
    expect(await end(other, other.sessionId)).toBe(200);
    expect(await statusOf(other.headers, '/v1/me', twin.url)).toBe(401);
    expect((await rowsOf(mine.id)).at(-1)).toMatchObject({
      action: 'person.signed_out',
      detail: { session: mine.sessionId },
      actor: { kind: 'person', id: admin.id },
    });
  });

  it('signing out clears the cookie and ends the session', async () => {
    const { headers, id } = await signIn(['viewer']);
    const out = await api.send('POST', '/v1/auth/sign-out', { headers });
    expect([out.status, out.body]).toEqual([200, { provider_sign_out_url: null }]);
    expect(out.headers.getSetCookie().join()).toMatch(/__Host-pramaan_session=; .*Max-Age=0/);
    expect(await statusOf(headers)).toBe(401);
    expect((await rowsOf(id)).at(-1)).toMatchObject({ action: 'person.signed_out', actor: { id } });
  });

  it.each([
    ['is not used for 30 minutes', { last_used_at: new Date(Date.now() - 30 * 60_000 - 1_000) }, 'idle'],
    ['is 12 hours old', { expires_at: new Date(Date.now() - 1_000) }, 'expired'],
  ])('a session that %s is over, which leaves one row', async (_end, change, reason) => {
    const { headers, id, sessionId } = await signIn(['viewer']);
    const { expires_at, created_at } = await api.database.db
      .selectFrom('sessions')
      .select(['expires_at', 'created_at'])
      .where('id', '=', sessionId)
      .executeTakeFirstOrThrow();
    expect(expires_at.getTime() - created_at.getTime()).toBe(12 * 3_600_000);
    await api.database.db.updateTable('sessions').set(change).where('id', '=', sessionId).execute();
    expect(await statusOf(headers)).toBe(401);
    for (const _ of [1, 2]) await endExpiredSessions(api.database.db, ledger);
    const ended = (await rowsOf(id)).filter(({ action }) => action === 'person.signed_out');
    expect(ended).toMatchObject([{ detail: { session: sessionId, reason }, actor: { id: 'reconciler' } }]);
  });

  it('use keeps a session alive', async () => {
    const { headers, sessionId } = await signIn(['viewer']);
    const late = new Date(Date.now() - 29 * 60_000);
    await api.database.db
      .updateTable('sessions')
      .set({ last_used_at: late })
      .where('id', '=', sessionId)
      .execute();
    expect(await statusOf(headers)).toBe(200);
    const { last_used_at } = await api.database.db
      .selectFrom('sessions')
      .select('last_used_at')
      .where('id', '=', sessionId)
      .executeTakeFirstOrThrow();
    expect(last_used_at.getTime()).toBeGreaterThan(late.getTime());
  });

  it('a role that is taken away is gone in every process at the next request, and its row names who took it', async () => {
    const mine = await signIn(['viewer', 'admin']);
    const admin = await signIn(['admin']);
    expect(await statusOf(mine.headers, '/v1/people', twin.url)).toBe(200);
    const change = { headers: admin.headers, body: { roles: ['viewer'] } };
    expect((await api.send('PUT', `/v1/people/${mine.id}/roles`, change)).status).toBe(200);
    expect(await statusOf(mine.headers, '/v1/people', twin.url)).toBe(403);
    expect(await statusOf(mine.headers, '/v1/people')).toBe(403);
    expect((await rowsOf(mine.id)).at(-1)).toMatchObject({
      action: 'person.role_changed',
      detail: { from: ['viewer', 'admin'], to: ['viewer'] },
      actor: { kind: 'person', id: admin.id, name: 'A. S.' },
    });
    expect((await api.send('DELETE', `/v1/people/${mine.id}`, { headers: admin.headers })).status).toBe(200);
    expect(await statusOf(mine.headers, '/v1/me', twin.url)).toBe(401);
  });

  it('a stream that is open when its session is ended is cut within seconds', async () => {
    const { headers, agent, sessionId } = await signIn(['analyst']);
    const started = await api.send<{ id: string }>('POST', '/v1/workforce/verticals/kyc/runs', { headers });
    expect(started.status).toBe(202);
    const path = `/v1/workforce/runs/${started.body.id}/events`;
    const stream = await openStream(api.url + path, { headers: { cookie: agent.cookiesFor(api.url) } });
    expect(stream.status).toBe(200);
    await api.send('DELETE', `/v1/sessions/${sessionId}`, { headers });
    await stream.ended();
  });

  it('an open stream does not keep its session alive, and ends once the session is idle', async () => {
    const { headers, agent, sessionId } = await signIn(['analyst']);
    const started = await api.send<{ id: string }>('POST', '/v1/workforce/verticals/kyc/runs', { headers });
    const path = `/v1/workforce/runs/${started.body.id}/events`;
    const stream = await openStream(api.url + path, { headers: { cookie: agent.cookiesFor(api.url) } });
    expect(stream.status).toBe(200);
    const sessions = api.database.db.updateTable('sessions').where('id', '=', sessionId);
    const late = lastUsed(20);
    await sessions.set(late).execute();
    const pings = (): number => stream.text().split(': ping').length;
    const before = pings();
    // The first one may have been checked before the update.
    await expect.poll(pings).toBeGreaterThan(before + 1);
    const session = api.database.db.selectFrom('sessions').select('last_used_at').where('id', '=', sessionId);
    expect(await session.executeTakeFirstOrThrow()).toEqual(late);
    await sessions.set(lastUsed(31)).execute();
    await stream.ended();
  });

  it('a request that changes something needs the CSRF token and the origin of this service', async () => {
    const { headers } = await signIn(['admin']);
    const body = { name: 'Ravi Example', roles: [] };
    const post = async (changed: Record<string, string | undefined>) => {
      const kept = Object.entries({ ...headers, ...changed }).filter(([, value]) => value !== undefined);
      return api.send('POST', '/v1/people', {
        body,
        headers: Object.fromEntries(kept) as Record<string, string>,
      });
    };
    const other = (await signIn(['admin'])).headers['x-csrf-token'];
    for (const changed of [
      { 'x-csrf-token': undefined },
      { 'x-csrf-token': other },
      { origin: undefined },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: undefined, 'sec-fetch-site': 'same-site' },
    ])
      expect(problemOf(await post(changed))).toBe('csrf-refused');
    expect((await post({})).status).toBe(201);
    expect((await post({ origin: undefined, 'sec-fetch-site': 'same-origin' })).status).toBe(201);
    // A cookie does not make up for an invalid Authorization header.
    expect((await post({ authorization: 'Bearer nothing' })).status).toBe(401);
  });
});

describe('Callers with a key', () => {
  it('a key without scopes for people learns who it is, and sees no sessions', async () => {
    const { key, keyId } = await api.newKey(teamId, ['scan']);
    const { body } = await api.send('GET', '/v1/me', { key });
    expect(body).toMatchObject({
      actor: { kind: 'key', id: keyId },
      roles: [],
      scopes: ['scan'],
      session: null,
      csrf_token: null,
    });
    expect((await api.send('GET', '/v1/sessions', { key })).body).toEqual({ sessions: [] });
  });

  it('a retried request adds a person once', async () => {
    const { key } = await api.newKey(teamId, ['people']);
    const sent = {
      key,
      body: { name: 'Ravi Example', roles: ['viewer'] },
      headers: { 'idempotency-key': 'one' },
    };
    const [first, second] = [
      await api.send('POST', '/v1/people', sent),
      await api.send('POST', '/v1/people', sent),
    ];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
    const { body } = await api.send<{ people: { id: string }[] }>('GET', '/v1/people', { key });
    expect(body.people.filter(({ id }) => id === first.body['id'])).toHaveLength(1);
    expect((await rowsOf(String(first.body['id'])))[0]).toMatchObject({
      actor: { kind: 'key', key_id: expect.any(String) },
    });
  });

  it.each([
    { name: '', roles: [] },
    { name: 'a\u202eb', roles: [] },
    { name: 'x'.repeat(101), roles: [] },
    { name: 'Ravi', roles: ['owner'] },
    { name: 'Ravi' },
    { name: 'Ravi', roles: ['viewer'], id: 'person_1' },
  ])('a person like %j is refused', async (body) => {
    const { key } = await api.newKey(teamId, ['people']);
    expect((await api.send('POST', '/v1/people', { key, body })).status).toBe(422);
  });

  it('without an identity provider, the API refuses a subject, and roles that the provider should give', async () => {
    const { key } = await api.newKey(teamId, ['people']);
    const body = { name: 'Ravi', roles: ['viewer'], subject: 's1' };
    expect(problemOf(await api.send('POST', '/v1/people', { key, body }))).toBe('no-identity-provider');
    const id = await person(['viewer']);
    const answer = await api.send('PUT', `/v1/people/${id}/roles`, { key, body: { roles: null } });
    expect(problemOf(answer)).toBe('no-identity-provider');
    expect((await api.send('GET', '/v1/auth/sign-in')).status).toBe(404);
  });
});
