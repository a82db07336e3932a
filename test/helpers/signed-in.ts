import type { Role } from '../../src/contract/roles.ts';
import { sessionCookie } from '../../src/contract/service.ts';
import { createLedger } from '../../src/ledger/index.ts';
import { addPerson } from '../../src/people/people.ts';
import { commandLine } from '../../src/people/rows.ts';
import { openSession } from '../../src/people/sessions.ts';
import type { TestApi } from './api.ts';

/** The parts of a test's API that signing in needs. */
export interface SigningIn extends Pick<TestApi, 'url' | 'send'> {
  readonly database: Pick<TestApi['database'], 'db' | 'pool'>;
}

/** Adds a person to a team and signs them in. @returns the headers of their requests */
export const signedIn = async (
  api: SigningIn,
  teamId: string,
  name: string,
  roles: readonly Role[],
): Promise<Readonly<Record<string, string>>> => {
  const ledger = createLedger({ pool: api.database.pool });
  const { token } = await api.database.db.transaction().execute(async (tx) => {
    const person = (await addPerson(tx, ledger, { teamId, name, roles, rolesFrom: 'here' }, commandLine))!;
    return openSession(tx, ledger, person, { how: 'link', client: 'test' });
  });
  const cookie = `${sessionCookie}=${token}`;
  const { body } = await api.send<{ csrf_token: string }>('GET', '/v1/me', { headers: { cookie } });
  return { cookie, 'x-csrf-token': body.csrf_token, origin: api.url };
};
