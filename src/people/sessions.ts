import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { maskText } from '../governance/mask.ts';
import { newId } from '../ids.ts';
import { cut } from '../ledger/canonical.ts';
import type { Ledger, RowActor } from '../ledger/index.ts';
import type { Database } from '../store/db/schema.ts';
import type { Caller } from '../store/keys/authenticate.ts';
import { callerOfPerson, personActor } from './caller.ts';
import type { PersonRecord } from './people.ts';
import { recordPersonAct } from './rows.ts';
import { hashToken, mintToken } from './token.ts';

type Db = Kysely<Database>;

/** A session ends 12 hours after the sign-in, and earlier if it is not used for 30 minutes. */
export const SESSION_HOURS = 12;
const IDLE = sql`interval '30 minutes'`;
const LIFETIME = sql`make_interval(hours => ${SESSION_HOURS})`;

/** How long a browser's description of itself may be. */
const CLIENT_LENGTH = 200;

/** An open session, with its person's name. */
export type SessionRecord = Omit<Selectable<Database['sessions']>, 'token_hash'> & { readonly name: string };

/** Open sessions of people who may still act. Every look-up goes through this, so that none forgets a condition. */
const openSessions = (db: Db) =>
  db
    .selectFrom('sessions as s')
    .innerJoin('people as p', 'p.id', 's.person_id')
    .where('s.ended_at', 'is', null)
    .where('s.expires_at', '>', sql<Date>`now()`)
    .where('s.last_used_at', '>', sql<Date>`now() - ${IDLE}`)
    .where('p.deactivated_at', 'is', null)
    .where(sql<boolean>`cardinality(p.roles) > 0`);

/** Opens a session for a person who has just signed in. @returns the cookie's value, which is stored only as a hash */
export const openSession = async (
  tx: Transaction<Database>,
  ledger: Ledger,
  person: PersonRecord,
  { how, client }: { readonly how: 'provider' | 'link'; readonly client: string },
): Promise<{ readonly token: string; readonly sessionId: string }> => {
  const token = mintToken();
  const { id } = await tx
    .insertInto('sessions')
    .values({
      id: newId('session'),
      team_id: person.team_id,
      person_id: person.id,
      token_hash: hashToken(token),
      signed_in_with: how,
      client: maskText(cut(client, CLIENT_LENGTH)),
      expires_at: sql<Date>`now() + ${LIFETIME}` as unknown as Date,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .updateTable('people')
    .set({ signed_in_at: sql<Date>`now()` })
    .where('id', '=', person.id)
    .execute();
  await recordPersonAct(ledger, tx, {
    teamId: person.team_id,
    personId: person.id,
    action: 'person.signed_in',
    detail: { session: id, with: how, roles: person.roles },
    actor: personActor(person),
  });
  return { token, sessionId: id };
};

/**
 * Returns the person behind a session's cookie. Reads the database each time, so that an ended session or a changed role has an
 * effect on the next request of every process.
 */
export const callerOfSession = async (db: Db, token: string): Promise<Caller | undefined> =>
  callerOf(db, openSessions(db).where('s.token_hash', '=', hashToken(token)));

/** Does the same for a session's id, for connections that outlive the request that opened them. */
export const callerOfSessionId = async (db: Db, sessionId: string): Promise<Caller | undefined> =>
  callerOf(db, openSessions(db).where('s.id', '=', sessionId));

const callerOf = async (db: Db, query: ReturnType<typeof openSessions>): Promise<Caller | undefined> => {
  const row = await query
    .select(['s.id as session_id', 'p.id', 'p.team_id', 'p.name', 'p.roles'])
    .select(sql<boolean>`s.last_used_at > now() - interval '1 minute'`.as('used_lately'))
    .executeTakeFirst();
  if (row === undefined) return undefined;
  // At most one write a minute, whatever the number of requests.
  if (!row.used_lately) {
    await db
      .updateTable('sessions')
      .set({ last_used_at: sql<Date>`now()` })
      .where('id', '=', row.session_id)
      .execute();
  }
  return callerOfPerson(row as typeof row & Pick<PersonRecord, 'roles'>, row.session_id);
};

/** Lists open sessions, newest first: a person's, or the whole team's. */
export const listSessions = async (
  db: Db,
  { teamId, personId }: { readonly teamId: string; readonly personId?: string | undefined },
): Promise<readonly SessionRecord[]> => {
  const query = openSessions(db)
    .where('s.team_id', '=', teamId)
    .select([
      's.id',
      's.team_id',
      's.person_id',
      's.signed_in_with',
      's.client',
      's.created_at',
      's.last_used_at',
      's.expires_at',
      's.ended_at',
      'p.name',
    ])
    .orderBy('s.created_at', 'desc')
    .orderBy('s.id', 'desc')
    .limit(1_000);
  return (personId === undefined ? query : query.where('s.person_id', '=', personId)).execute();
};

/**
 * Ends a session.
 * @param personId the only person whose session may be ended; undefined for anybody's of the team
 * @returns false when there is no such open session
 */
export const endSession = async (
  tx: Transaction<Database>,
  ledger: Ledger,
  {
    teamId,
    sessionId,
    personId,
  }: { readonly teamId: string; readonly sessionId: string; readonly personId?: string | undefined },
  actor: RowActor,
): Promise<boolean> => {
  const ended = await tx
    .updateTable('sessions')
    .set({ ended_at: sql<Date>`now()` })
    .where('team_id', '=', teamId)
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .$if(personId !== undefined, (query) => query.where('person_id', '=', personId!))
    .returning('person_id')
    .executeTakeFirst();
  if (ended === undefined) return false;
  await recordPersonAct(ledger, tx, {
    teamId,
    personId: ended.person_id,
    action: 'person.signed_out',
    detail: { session: sessionId },
    actor,
  });
  return true;
};
