import { keyName } from '../contract/key.ts';
import { type Role, roles as allRoles } from '../contract/roles.ts';
import { initialsOf } from '../governance/initials.ts';
import { createLedger, type Ledger } from '../ledger/index.ts';
import { LINK_MINUTES, makeLink } from '../people/links.ts';
import { addPerson, listPeople, type PersonRecord, type PersonRef } from '../people/people.ts';
import { changeRoles, setActive } from '../people/person-changes.ts';
import { commandLine } from '../people/rows.ts';
import { listSessions } from '../people/sessions.ts';
import { endSession } from '../people/session-end.ts';
import { ProvisionError } from '../provision/problem.ts';
import { readServiceFile } from '../provision/service-file.ts';
import { type Connection, requireTeam, type Where, withDatabase } from './connection.ts';
import { EXIT, type Outcome, table } from './outcome.ts';

interface People extends Connection {
  readonly ledger: Ledger;
}

const withPeople = async (where: Where, task: (people: People) => Promise<Outcome>): Promise<Outcome> =>
  withDatabase(where, async (connection) => {
    const ledger = createLedger({ pool: connection.pool });
    try {
      return await task({ ...connection, ledger });
    } finally {
      await ledger.close();
    }
  });

/** Finds a person by id, which also determines the team. @throws ProvisionError when there is no such person */
const requirePerson = async ({ db }: Connection, personId: string): Promise<PersonRef> => {
  const person = await db
    .selectFrom('people')
    .select('team_id')
    .where('id', '=', personId)
    .executeTakeFirst();
  if (person !== undefined) return { teamId: person.team_id, personId };
  throw new ProvisionError(
    `There is no person ${personId}.`,
    'people list --team <name> shows the ids of a team.',
  );
};

const parseRoles = (text: string): readonly Role[] => {
  const wanted = text
    .split(',')
    .map((role) => role.trim())
    .filter((role) => role !== '');
  const known = allRoles.filter((role) => wanted.includes(role));
  if (known.length === new Set(wanted).size) return known;
  throw new ProvisionError('A role in --roles does not exist.', `Choose from: ${allRoles.join(', ')}`);
};

const stateOf = ({ deactivated_at, roles }: PersonRecord): string => {
  if (deactivated_at !== null) return 'deactivated';
  return roles.length === 0 ? 'no role' : 'active';
};

const outcomeOf = (person: PersonRecord, sentence: string): Outcome => ({
  code: EXIT.ok,
  json: { ...person, state: stateOf(person) },
  text: `${person.id} (${person.name}) ${sentence}`,
});

export interface NewPerson {
  readonly team: string;
  readonly name: string;
  readonly roles: string;
  readonly subject?: string;
  readonly issuer?: string;
}

/** Adds a person with roles of this service. With a subject, the person signs in at the identity provider; without, with links. */
export const createPerson = async (
  where: Where,
  { team: teamName, name, roles: roleNames, subject, issuer }: NewPerson,
): Promise<Outcome> => {
  const roles = parseRoles(roleNames);
  if (!keyName.safeParse(name).success) {
    throw new ProvisionError('This is not a valid name.', 'Use 1 to 100 visible characters.');
  }
  if (subject !== undefined && issuer === undefined) {
    throw new ProvisionError('--subject needs an identity provider.', 'Set OIDC_ISSUER, or use --issuer.');
  }
  const identity = subject === undefined || issuer === undefined ? undefined : { issuer, subject };
  return withPeople(where, async ({ db, ledger }) => {
    const team = await requireTeam(db, teamName);
    const wanted = { teamId: team.id, name, roles, rolesFrom: 'here', identity } as const;
    const person = await db.transaction().execute(async (tx) => addPerson(tx, ledger, wanted, commandLine));
    if (person !== undefined) {
      const next = identity === undefined ? ` people link --person ${person.id} lets them sign in.` : '';
      return outcomeOf(
        person,
        `was added to ${team.name} as ${roles.join(', ') || 'a person without a role'}.${next}`,
      );
    }
    const error = `team ${team.name} already has a person with this subject`;
    return { code: EXIT.foundWrong, json: { error }, text: `${error}.` };
  });
};

export const showPeople = async (where: Where, teamName: string): Promise<Outcome> =>
  withPeople(where, async ({ db }) => {
    const team = await requireTeam(db, teamName);
    const people = await listPeople(db, team.id);
    const rows = people.map((person) => [
      person.id,
      person.name,
      stateOf(person),
      person.roles.join(' '),
      person.issuer === null ? 'local' : person.roles_from,
    ]);
    return {
      code: EXIT.ok,
      json: { team, people: people.map((person) => ({ ...person, state: stateOf(person) })) },
      text:
        people.length === 0
          ? `Team ${team.name} has no people. people add --team ${team.name} adds one.`
          : table([['id', 'name', 'state', 'roles', 'roles from'], ...rows]),
    };
  });

export interface RolesOptions {
  readonly person: string;
  readonly roles?: string;
  readonly fromProvider?: boolean;
}

export const changeRolesOf = async (
  where: Where,
  { person: personId, roles: names, fromProvider = false }: RolesOptions,
): Promise<Outcome> => {
  if ((names === undefined) !== fromProvider) {
    throw new ProvisionError('Say which roles.', 'Use --roles <list>, or --from-provider.');
  }
  const roles = names === undefined ? null : parseRoles(names);
  return withPeople(where, async (people) => {
    const which = await requirePerson(people, personId);
    const { db, ledger } = people;
    const changed = await db
      .transaction()
      .execute(async (tx) => changeRoles(tx, ledger, which, roles, commandLine));
    if (changed === 'local' || changed === undefined) {
      throw new ProvisionError(
        'This person does not sign in at an identity provider.',
        'Use --roles <list>.',
      );
    }
    const change =
      roles === null
        ? 'takes roles from the identity provider again, at the next sign-in.'
        : `is now ${roles.join(', ') || 'without a role'}.`;
    return outcomeOf(changed, change);
  });
};

export const setActiveOf = async (where: Where, personId: string, active: boolean): Promise<Outcome> =>
  withPeople(where, async (people) => {
    const which = await requirePerson(people, personId);
    const { db, ledger } = people;
    const person = await db
      .transaction()
      .execute(async (tx) => setActive(tx, ledger, which, active, commandLine));
    return outcomeOf(person!, active ? 'is active.' : 'is deactivated, and no longer has sessions.');
  });

/** Makes a link that signs in a person once. Whoever can run this command may act as that person, and the row says so. */
export const linkPerson = async (
  where: Where,
  personId: string,
  publicBaseUrl: string | undefined,
): Promise<Outcome> =>
  withPeople(where, async (people) => {
    const which = await requirePerson(people, personId);
    const { db, ledger } = people;
    const made = await db.transaction().execute(async (tx) => makeLink(tx, ledger, which, commandLine));
    if (made === undefined || typeof made === 'string') {
      throw new ProvisionError(
        made === 'deactivated' ? 'This person is deactivated.' : 'This person has no role.',
        made === 'deactivated' ? 'people reactivate first.' : 'people roles gives one.',
      );
    }
    const base = publicBaseUrl ?? (await readServiceFile(where.dataDir))?.url ?? 'http://127.0.0.1:3000';
    const link = `${base.replace(/\/+$/, '')}/v1/auth/link?token=${made.token}`;
    return {
      code: EXIT.ok,
      json: { person: personId, link, minutes: LINK_MINUTES },
      text: `${link}\n  signs in ${initialsOf(made.person.name)} once, within ${LINK_MINUTES} minutes.`,
    };
  });

export interface SessionsOptions {
  readonly team?: string;
  readonly person?: string;
  readonly end?: string;
}

/** Lists the open sessions of a team or a person, after ending one of them if asked to. */
export const showSessions = async (where: Where, options: SessionsOptions): Promise<Outcome> =>
  withPeople(where, async (people) => {
    const { db, ledger } = people;
    const which =
      options.person !== undefined
        ? await requirePerson(people, options.person)
        : { teamId: (await requireTeam(db, options.team ?? 'default')).id };
    const { end: sessionId } = options;
    if (sessionId !== undefined) {
      const ended = await db
        .transaction()
        .execute(async (tx) => endSession(tx, ledger, { ...which, sessionId }, commandLine));
      if (!ended)
        throw new ProvisionError(`There is no open session ${sessionId}.`, 'people sessions lists them.');
    }
    const sessions = await listSessions(db, which);
    const rows = sessions.map((session) => [
      session.id,
      session.person_id,
      session.name,
      session.created_at.toISOString(),
      session.client.slice(0, 60),
    ]);
    return {
      code: EXIT.ok,
      json: { sessions },
      text:
        sessions.length === 0
          ? 'Nobody is signed in.'
          : table([['id', 'person', 'name', 'since', 'browser'], ...rows]),
    };
  });
