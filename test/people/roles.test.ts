import { beforeAll, describe, expect, it } from 'vitest';
import { needsCaller, type Operation } from '../../src/contract/operation.ts';
import { operations } from '../../src/contract/operations/index.ts';
import { roles, roleScopes, scopesOf } from '../../src/contract/roles.ts';
import { type Scope, scopes } from '../../src/contract/scopes.ts';
import { startTestApi, type TestApi } from '../helpers/api.ts';
import { signedIn } from '../helpers/signed-in.ts';

let api: TestApi;
let teamId: string;

/** Credentials of one kind of caller, with the scopes that they must have. */
interface Caller {
  readonly name: string;
  readonly held: ReadonlySet<Scope>;
  readonly headers: Readonly<Record<string, string>>;
}

let callers: readonly Caller[];

beforeAll(async () => {
  api = await startTestApi({ RATE_LIMIT_PER_MINUTE: '100000' });
  ({ teamId } = await api.newTeam());
  const people = roles.map(async (role) => ({
    name: `role ${role}`,
    held: new Set(roleScopes[role]),
    headers: await signedIn(api, teamId, 'Asha Sample', [role]),
  }));
  const keys = scopes.map(async (scope) => ({
    name: `key ${scope}`,
    held: new Set([scope]),
    headers: { authorization: `Bearer ${(await api.newKey(teamId, [scope])).key}` },
  }));
  callers = await Promise.all([...people, ...keys]);
});

/** Ids that no team has. */
const IDS: Readonly<Record<string, string>> = { id: 'none_0', ref: 'none-0', run_id: 'op_0', n: '1' };

/**
 * Calls an operation in a way that every allowed caller gets past the authorisation, and no further: with an unknown id, an
 * unknown query parameter, or a body of a type that it does not take.
 */
const call = async (spec: Operation, headers: Caller['headers']): Promise<number> => {
  const path = spec.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => IDS[name] ?? 'none');
  const response = await fetch(`${api.url}${path}?no-such-parameter=1`, {
    method: spec.method.toUpperCase(),
    headers: { ...headers, ...(spec.body !== undefined && { 'content-type': 'image/png' }) },
    ...(spec.body !== undefined && { body: 'x' }),
  });
  await response.body?.cancel();
  return response.status;
};

const guarded = operations.filter(needsCaller);

describe('Authorisation', () => {
  it.each(guarded.map((spec) => [spec.id, spec] as const))(
    '%s is open to exactly those roles and keys that have its scope',
    async (_id, spec) => {
      const statuses = await Promise.all(
        callers.map(async ({ name, headers }) => [name, await call(spec, headers)] as const),
      );
      const isAllowed = ({ held }: Caller): boolean =>
        spec.access === 'any' || held.has(spec.access as Scope);
      const outcomes = statuses.map(([name, status]) => [name, status === 403 ? 'refused' : 'allowed']);
      expect(outcomes).toEqual(callers.map((one) => [one.name, isAllowed(one) ? 'allowed' : 'refused']));
      // 503 comes from an operation that asks Temporal, which is away in this test.
      expect(statuses.filter(([, status]) => status === 401 || status === 500)).toEqual([]);
      expect(await call(spec, {})).toBe(401);
    },
  );

  it('people and sessions of another team are not found, as if they did not exist', async () => {
    const theirs = await api.newTeam();
    const ours = await signedIn(api, teamId, 'Asha Sample', ['admin']);
    await signedIn(api, theirs.teamId, 'Asha Sample', ['viewer']);
    const { id } = await api.database.db
      .selectFrom('people')
      .select('id')
      .where('team_id', '=', theirs.teamId)
      .executeTakeFirstOrThrow();
    const session = await api.database.db
      .selectFrom('sessions')
      .select('id')
      .where('team_id', '=', theirs.teamId)
      .executeTakeFirstOrThrow();
    const calls = [
      ['GET', `/v1/people/${id}`],
      ['DELETE', `/v1/people/${id}`],
      ['POST', `/v1/people/${id}/reactivate`],
      ['PUT', `/v1/people/${id}/roles`, { roles: ['admin'] }],
      ['DELETE', `/v1/sessions/${session.id}`],
    ] as const;
    for (const [method, path, body] of calls) {
      const foreign = await api.send(method, path, { headers: ours, ...(body && { body }) });
      const unknown = path.replace(/(person|session)_\w+/, '$1_0');
      const absent = await api.send(method, unknown, { headers: ours, ...(body && { body }) });
      expect(foreign.status).toBe(404);
      expect(foreign.body).toEqual({ ...absent.body, request_id: foreign.body['request_id'] });
    }
    const { body } = await api.send<{ people: { id: string }[] }>('GET', '/v1/people', { headers: ours });
    expect(body.people.map((person) => person.id)).not.toContain(id);
    const { body: listed } = await api.send('GET', `/v1/sessions?person_id=${id}`, { headers: ours });
    expect(listed).toEqual({ sessions: [] });
  });

  it('several roles add up, and only people have roles', async () => {
    const headers = await signedIn(api, teamId, 'Asha Sample', ['viewer', 'safety']);
    const { body } = await api.send('GET', '/v1/me', { headers });
    expect(body).toMatchObject({
      roles: ['viewer', 'safety'],
      scopes: [...scopesOf(['viewer', 'safety'])].toSorted(),
    });
  });

  it('no role gives the scope to read payloads of Temporal, which belong to all teams', () => {
    expect(scopesOf(roles)).not.toContain('codec');
  });
});
