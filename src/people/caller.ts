import { scopesOf } from '../contract/roles.ts';
import { initialsOf } from '../governance/initials.ts';
import type { Caller } from '../store/keys/authenticate.ts';
import type { PersonRecord } from './people.ts';

type Acting = Pick<PersonRecord, 'id' | 'team_id' | 'name' | 'roles'>;

/** A person as the actor of ledger rows. */
export const personActor = ({ id, name }: Pick<Acting, 'id' | 'name'>) =>
  ({ kind: 'person', id, name: initialsOf(name) }) as const;

/** Returns a person as the caller of a request. */
export const callerOfPerson = (person: Acting, sessionId?: string): Caller => ({
  id: person.id,
  keyId: person.id,
  teamId: person.team_id,
  keyPrefix: '',
  scopes: scopesOf(person.roles),
  actor: personActor(person),
  person: { roles: new Set(person.roles), sessionId },
});
