import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '../../src/contract/roles.ts';
import { ensureTeam } from '../../src/store/keys/team.ts';
import { deadPort, startTestApi, type TestApi } from '../helpers/api.ts';
import { API_AUDIENCE, startProvider, type TestProvider } from '../helpers/oidc-provider.ts';
import { recheckNow } from '../helpers/recheck.ts';
import { UserAgent, type Visited } from '../helpers/user-agent.ts';

let api: TestApi;
let provider: TestProvider;
let acme: string;
let other: string;

beforeAll(async () => {
  const port = await deadPort();
  provider = await startProvider(`http://127.0.0.1:${port}/v1/auth/callback`);
  api = await startTestApi({
    PORT: String(port),
    ...provider.env({
      OIDC_ROLES_CLAIM: 'groups',
      OIDC_TEAM_CLAIM: 'team',
      OIDC_ROLE_MAP: JSON.stringify({
        lookers: ['viewer'],
        deciders: ['reviewer'],
        bosses: ['admin', 'auditor'],
      }),
    }),
  });
  acme = (await ensureTeam(api.database.db, { name: 'acme' })).id;
  other = (await ensureTeam(api.database.db, { name: 'other' })).id;
});

/** Adds an account whose subject no other test uses. */
const account = (
  groups: readonly string[] | undefined,
  more: Readonly<Record<string, unknown>> = {},
): string => {
  const subject = `sub-${randomBytes(6).toString('hex')}`;
  provider.accounts.set(subject, { name: 'Asha Sample', groups, team: 'acme', ...more });
  return subject;
};

const signIn = async (
  subject: string,
  agent = new UserAgent(),
): Promise<{ agent: UserAgent; page: Visited }> => {
  provider.signsIn = subject;
  return { agent, page: await agent.visit(`${api.url}/v1/auth/sign-in?return_to=/console`) };
};

interface Me {
  readonly actor: { readonly kind: string; readonly id: string; readonly name: string };
  readonly roles: readonly Role[];
  readonly scopes: readonly string[];
  readonly csrf_token: string;
  readonly team: { readonly id: string };
}

const me = async (agent: UserAgent) =>
  api.send<Me>('GET', '/v1/me', { headers: { cookie: agent.cookiesFor(api.url) } });

/** Returns the rows about people of a team, oldest first. */
const rows = async (teamId = acme) => {
  const found = await api.database.db
    .selectFrom('agent_actions')
    .select(['action', 'ledger_ref', 'body'])
    .where('team_id', '=', teamId)
    .where('action', 'like', 'person.%')
    .orderBy('seq')
    .execute();
  return found.map(({ body, ...row }) => ({
    ...row,
    ...(
      JSON.parse(body) as {
        content: { actor: { id: string; name: string }; detail: Record<string, unknown> };
      }
    ).content,
  }));
};

const asked = async (token: string) => api.send<Me>('GET', '/v1/me', { key: token });

/** Returns a token's claims without checking it. */
const claimsOf = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as Record<string, unknown>;

describe('A sign-in at the identity provider', () => {
  it('a person with a mapped group gets a session with the scopes of the roles, and rows with initials', async () => {
    const { agent, page } = await signIn(account(['bosses', 'unmapped']));
    expect(page.status).toBe(200);
    expect(page.body).toContain('content="0; url=/console"');
    expect(page.headers.getSetCookie().join()).toMatch(
      /__Host-pramaan_session=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Strict; Max-Age=43200/,
    );
    const { body } = await me(agent);
    expect(body.roles).toEqual(['auditor', 'admin']);
    expect(body.scopes).toContain('people');
    expect(body.actor).toMatchObject({ kind: 'person', name: 'A. S.' });
    const own = (await rows()).filter(({ ledger_ref }) => ledger_ref === body.actor.id);
    expect(own.map(({ action }) => action)).toEqual(['person.added', 'person.signed_in']);
    expect(own.map(({ actor }) => actor)).toEqual([body.actor, body.actor]);
    expect(JSON.stringify(own)).not.toContain('Asha');
  });

  it.each<readonly [string, readonly string[] | undefined, Record<string, unknown>, number, string]>([
    ['a person without a mapped group', ['unmapped'], {}, 403, 'no_role'],
    ['a person without any group', undefined, {}, 403, 'no_role'],
    [
      'a person in too many groups',
      undefined,
      {
        _claim_names: { groups: 'src1' },
        _claim_sources: { src1: { endpoint: 'https://graph.example/groups' } },
      },
      403,
      'group_overage',
    ],
    ['a person of a team that does not exist', ['bosses'], { team: 'nobody' }, 403, 'unknown_team'],
    ['a person without a team', ['bosses'], { team: undefined }, 403, 'unknown_team'],
    ['a person of two teams', ['bosses'], { team: ['acme', 'other'] }, 403, 'several_teams'],
  ])('%s is refused', async (_who, groups, more, status, reason) => {
    const { id: fallback } = await ensureTeam(api.database.db, { name: 'default' });
    const { agent, page } = await signIn(account(groups, more));
    expect(page.status).toBe(status);
    expect(agent.cookiesFor(api.url)).not.toContain('pramaan_');
    const chain = /team/.test(reason) ? fallback : acme;
    expect((await rows(chain)).at(-1)).toMatchObject({
      action: 'person.sign_in_refused',
      actor: { kind: 'person', name: 'A. S.' },
      detail: { reason, blocked: true },
    });
    expect((await me(agent)).status).toBe(401);
  });

  it.each<readonly [string, (claims: Readonly<Record<string, unknown>>) => Promise<string>]>([
    ['for another client', async (claims) => provider.sign({ ...claims, aud: 'somebody-else' })],
    ['of another issuer', async (claims) => provider.sign({ ...claims, iss: 'https://evil.example' })],
    ['for another sign-in', async (claims) => provider.sign({ ...claims, nonce: 'another' })],
    [
      'that has expired',
      async (claims) => provider.sign({ ...claims, exp: Math.floor(Date.now() / 1_000) - 60 }),
    ],
    [
      'without a signature',
      async (claims) =>
        `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.`,
    ],
    [
      'with a changed payload',
      async (claims) => {
        const [header, , signature] = (await provider.sign(claims)).split('.');
        const payload = Buffer.from(JSON.stringify({ ...claims, groups: ['bosses'] })).toString('base64url');
        return `${header}.${payload}.${signature}`;
      },
    ],
  ])('an ID token %s identifies nobody', async (_which, tamper) => {
    provider.tamper = tamper;
    try {
      const { agent, page } = await signIn(account(['lookers']));
      expect(page.status).toBe(401);
      expect(agent.cookiesFor(api.url)).not.toContain('pramaan_session');
    } finally {
      provider.tamper = undefined;
    }
  });

  it('a token from a clock that is a few seconds ahead is accepted', async () => {
    const later = Math.floor(Date.now() / 1_000) + 20;
    provider.tamper = async (claims) => provider.sign({ ...claims, iat: later, nbf: later });
    try {
      expect((await signIn(account(['lookers']))).page.status).toBe(200);
    } finally {
      provider.tamper = undefined;
    }
  });

  it('two tabs can sign in at the same time, and the later one ends the session of the earlier one', async () => {
    provider.signsIn = account(['lookers']);
    const agent = new UserAgent();
    const pause = (next: string): boolean => next.startsWith(`${api.url}/v1/auth/callback`);
    const [one, two] = [
      await agent.visit(`${api.url}/v1/auth/sign-in`, {}, pause),
      await agent.visit(`${api.url}/v1/auth/sign-in`, {}, pause),
    ];
    expect((await agent.visit(two.url)).status).toBe(200);
    const first = agent.copy();
    expect((await agent.visit(one.url)).status).toBe(200);
    expect((await me(first)).status).toBe(401);
    expect((await me(agent)).status).toBe(200);
  });

  it('the back button shows that the sign-in is over, and a replayed answer opens no second session', async () => {
    provider.signsIn = account(['lookers']);
    const agent = new UserAgent();
    const { url } = await agent.visit(`${api.url}/v1/auth/sign-in`, {}, (next) =>
      next.includes('/v1/auth/callback'),
    );
    const thief = agent.copy();
    expect((await agent.visit(url)).status).toBe(200);
    const { id } = (await me(agent)).body.actor;

    const back = await agent.visit(url);
    expect([back.status, back.body]).toEqual([400, expect.stringContaining('already signed in')]);
    expect((await me(agent)).status).toBe(200);
    expect((await thief.visit(url)).status).toBe(401);
    expect((await new UserAgent().visit(url)).status).toBe(400);
    expect((await me(thief)).status).toBe(401);
    const refused = (await rows()).filter(
      ({ ledger_ref, action }) => ledger_ref === id && /refused/.test(action),
    );
    expect(refused.map(({ detail }) => detail)).toEqual([{ reason: 'replayed', blocked: true }]);
  });

  it('an answer that another browser asked for is refused before the provider is asked', async () => {
    provider.signsIn = account(['lookers']);
    const { url } = await new UserAgent().visit(`${api.url}/v1/auth/sign-in`, {}, (next) =>
      next.includes('/callback'),
    );
    const victim = await new UserAgent().visit(url);
    expect([victim.status, victim.headers.getSetCookie()]).toEqual([400, []]);
    expect((await new UserAgent().visit(`${api.url}/v1/auth/callback`)).status).toBe(400);
  });

  it('an answer that reports a failure at the provider signs nobody in', async () => {
    const agent = new UserAgent();
    const { url } = await agent.visit(`${api.url}/v1/auth/sign-in`, {}, (next) =>
      next.startsWith(provider.issuer),
    );
    const state = new URL(url).searchParams.get('state')!;
    const answer = `${api.url}/v1/auth/callback?error=access_denied&state=${state}&iss=${encodeURIComponent(provider.issuer)}`;
    expect((await agent.visit(answer)).status).toBe(401);
  });

  it('a role that the provider takes away during a session is gone in that session after the next sign-in', async () => {
    const subject = account(['bosses']);
    const { agent } = await signIn(subject);
    expect((await me(agent)).body.roles).toContain('admin');
    provider.accounts.set(subject, { name: 'Asha Sample', groups: ['lookers'], team: 'acme' });
    await signIn(subject);
    expect((await me(agent)).body.roles).toEqual(['viewer']);
    expect((await rows()).at(-2)).toMatchObject({
      action: 'person.role_changed',
      detail: { from: ['auditor', 'admin'], to: ['viewer'], roles_from: 'provider' },
    });
    provider.accounts.set(subject, { name: 'Asha Sample', groups: [], team: 'acme' });
    expect((await signIn(subject)).page.status).toBe(403);
    expect((await me(agent)).status).toBe(401);
  });

  it('rights that the provider takes away during a session are gone in that session after the next check', async () => {
    const [lesser, locked, moved, kept] = await Promise.all(
      ['bosses', 'bosses', 'bosses', 'deciders'].map(async (group) => {
        const subject = account([group]);
        return { subject, group };
      }),
    );
    const agents = [];
    for (const one of [lesser!, locked!, moved!, kept!]) agents.push((await signIn(one.subject)).agent);
    const { id } = (await me(agents[1]!)).body.actor;
    provider.accounts.set(lesser!.subject, { name: 'Asha Sample', groups: ['lookers'], team: 'acme' });
    provider.accounts.delete(locked!.subject);
    provider.accounts.set(moved!.subject, { name: 'Asha Sample', groups: ['bosses'], team: 'other' });
    // The second time, the provider has replaced each token.
    for (const _ of [1, 2]) await recheckNow(api);

    const after = await Promise.all(agents.map(me));
    expect(after.map(({ status }) => status)).toEqual([200, 401, 401, 200]);
    expect([after[0]!.body.roles, after[3]!.body.roles]).toEqual([['viewer'], ['reviewer']]);
    const ended = (await rows()).filter(({ detail }) => 'session' in detail && 'reason' in detail);
    expect(ended.map(({ action, detail, actor }) => [action, detail['reason'], actor.id])).toEqual(
      expect.arrayContaining([
        ['person.signed_out', 'not_confirmed', 'sign-in'],
        ['person.signed_out', 'another_team', 'sign-in'],
      ]),
    );
    expect(ended.map(({ ledger_ref }) => ledger_ref)).toContain(id);
    const { rows: kept_tokens } = await api.database.pool.query<{ n: number }>(
      'SELECT count(*)::int AS n FROM sessions WHERE ended_at IS NOT NULL AND refresh_token IS NOT NULL',
    );
    expect(kept_tokens[0]!.n).toBe(0);
  });

  it('while the provider is away, a check ends no session', async () => {
    const { agent } = await signIn(account(['lookers']));
    await provider.close();
    try {
      await recheckNow(api);
      expect((await me(agent)).status).toBe(200);
    } finally {
      await provider.open();
    }
  });

  it('a person whom the provider moves to another team loses the roles in the old one', async () => {
    const subject = account(['bosses']);
    const { agent } = await signIn(subject);
    provider.accounts.set(subject, { name: 'Asha Sample', groups: ['lookers'], team: 'other' });
    const moved = await signIn(subject);
    expect((await me(moved.agent)).body.team.id).toBe(other);
    expect((await me(agent)).status).toBe(401);
  });

  it('roles that an administrator gives here count whatever the provider says, until they are handed back', async () => {
    const subject = account(['lookers']);
    const { agent } = await signIn(subject);
    const { id } = (await me(agent)).body.actor;
    const { key } = await api.newKey(acme, ['people']);
    const path = `/v1/people/${id}/roles`;
    expect((await api.send('PUT', path, { key, body: { roles: ['safety'] } })).status).toBe(200);
    expect((await me(agent)).body.roles).toEqual(['safety']);
    expect((await me((await signIn(subject)).agent)).body.roles).toEqual(['safety']);
    expect((await api.send('PUT', path, { key, body: { roles: null } })).status).toBe(200);
    expect((await me((await signIn(subject)).agent)).body.roles).toEqual(['viewer']);

    expect((await api.send('DELETE', `/v1/people/${id}`, { key })).status).toBe(200);
    expect((await signIn(subject)).page.status).toBe(403);
    expect((await api.send('POST', `/v1/people/${id}/reactivate`, { key })).status).toBe(200);
    expect((await signIn(subject)).page.status).toBe(200);
  });

  it('a person without groups can be added by subject before the first sign-in', async () => {
    const subject = account(undefined);
    const { key } = await api.newKey(acme, ['people']);
    const body = { name: 'Asha Sample', roles: ['reviewer'], subject };
    expect((await api.send('POST', '/v1/people', { key, body })).status).toBe(201);
    expect((await api.send('POST', '/v1/people', { key, body })).status).toBe(409);
    expect((await me((await signIn(subject)).agent)).body.roles).toEqual(['reviewer']);
  });
});

describe('An access token of the identity provider', () => {
  it('a token for the API makes its person the caller, with the same id as in the browser', async () => {
    const subject = account(['deciders']);
    const { agent } = await signIn(subject);
    const { status, body } = await asked(await provider.accessToken(subject));
    expect(status).toBe(200);
    expect(body.actor).toEqual((await me(agent)).body.actor);
    expect([body.roles, body.csrf_token]).toEqual([['reviewer'], null]);
  });

  it('a token needs neither a CSRF token nor an origin, and works for what its roles allow only', async () => {
    const token = await provider.accessToken(account(['bosses']));
    const body = { name: 'Ravi Example', roles: ['viewer'] };
    expect((await api.send('POST', '/v1/people', { key: token, body })).status).toBe(201);
    const looker = await provider.accessToken(account(['lookers']));
    expect((await api.send('POST', '/v1/people', { key: looker, body })).status).toBe(403);
  });

  it('every changed or foreign token is refused', async () => {
    const subject = account(['bosses']);
    const good = claimsOf(await provider.accessToken(subject));
    const now = Math.floor(Date.now() / 1_000);
    expect((await asked(await provider.sign(good))).status).toBe(200);
    const bad = [
      await provider.sign({ ...good, aud: 'urn:another:api' }),
      await provider.sign({ ...good, aud: 'pramaan' }),
      await provider.sign({ ...good, iss: 'https://evil.example' }),
      await provider.sign({ ...good, exp: now - 60 }),
      await provider.sign({ ...good, nbf: now + 600 }),
      await provider.sign({ ...good, sub: undefined }),
      await provider.sign({ ...good, nonce: 'n' }),
      await provider.sign({ ...good, typ: 'ID' }),
      await provider.sign(good, { kid: 'unknown' }),
      `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify(good)).toString('base64url')}.`,
      'a.b.c',
      '..',
    ];
    const { id: fallback } = await ensureTeam(api.database.db, { name: 'default' });
    const before = (await rows(fallback)).length;
    const answers = await Promise.all(bad.map(asked));
    expect(answers.map(({ status }) => status)).toEqual(bad.map(() => 401));
    // One row stands for all of them, because strangers could otherwise fill the ledger. A window may begin in between.
    const refused = (await rows(fallback)).slice(before);
    expect(refused.length === 1 || refused.length === 2).toBe(true);
    expect(refused[0]).toMatchObject({
      action: 'person.sign_in_refused',
      actor: { kind: 'service', id: 'sign-in' },
      detail: { reason: 'invalid_token', minutes: 10, blocked: true },
    });
    expect(API_AUDIENCE).toBe(good['aud']);
  });

  it('a token without a mapped role is refused, with one row however often it is sent', async () => {
    const token = await provider.accessToken(account(['unmapped']));
    const before = (await rows()).length;
    for (const _ of [1, 2, 3]) expect((await asked(token)).status).toBe(403);
    const after = await rows();
    expect(after.length).toBe(before + 1);
    expect(after.at(-1)).toMatchObject({ action: 'person.sign_in_refused', detail: { reason: 'no_role' } });
  });

  it.each([
    ['without a team', undefined, 'unknown_team'],
    ['of two teams', ['acme', 'other'], 'several_teams'],
  ])('a token %s is refused, with one row in the chain of everybody’s team', async (_which, team, reason) => {
    const { id: fallback } = await ensureTeam(api.database.db, { name: 'default' });
    const token = await provider.accessToken(account(['bosses'], { team }));
    const before = (await rows(fallback)).length;
    for (const _ of [1, 2]) expect((await asked(token)).status).toBe(403);
    const refused = (await rows(fallback)).slice(before);
    expect(refused).toMatchObject([
      {
        action: 'person.sign_in_refused',
        actor: { kind: 'person', name: 'A. S.' },
        detail: { reason, with: 'token', blocked: true },
      },
    ]);
    expect(refused[0]!.actor.id).toMatch(/^subject_/);
  });

  it('an older token does not bring back a role that a newer one has lost', async () => {
    const subject = account(['bosses']);
    const claims = claimsOf(await provider.accessToken(subject));
    const old = await provider.sign({ ...claims, iat: Number(claims['iat']) - 20 });
    const newer = await provider.sign({ ...claims, groups: ['lookers'] });
    expect((await asked(old)).body.roles).toEqual(['auditor', 'admin']);
    expect((await asked(newer)).body.roles).toEqual(['viewer']);
    expect((await asked(old)).body.roles).toEqual(['viewer']);
  });

  it('tokens signed with a new key work soon after the provider has rotated its keys', async () => {
    const subject = account(['lookers']);
    const old = await provider.accessToken(subject);
    expect((await asked(old)).status).toBe(200);
    await provider.rotate();
    const fresh = await provider.accessToken(subject);
    await expect.poll(async () => (await asked(fresh)).status).toBe(200);
    expect((await signIn(subject)).page.status).toBe(200);
    await expect.poll(async () => (await asked(old)).status).toBe(401);
  });

  it('while the provider is away, sessions go on and a new sign-in gets a 503', async () => {
    const { agent } = await signIn(account(['lookers']));
    await provider.close();
    try {
      expect((await me(agent)).status).toBe(200);
      provider.signsIn = account(['lookers']);
      const cold = await agent.visit(`${api.url}/v1/auth/sign-in`, {}, (next) =>
        next.startsWith(provider.issuer),
      );
      expect(cold.status).toBe(303);
      const state = new URL(cold.url).searchParams.get('state')!;
      const query = new URLSearchParams({ code: 'x', state, iss: provider.issuer });
      expect((await agent.visit(`${api.url}/v1/auth/callback?${query.toString()}`)).status).toBe(503);
    } finally {
      await provider.open();
    }
  });
});
