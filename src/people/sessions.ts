import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { maskText } from '../governance/mask.ts';
import { newId } from '../ids.ts';
import { cut } from '../ledger/canonical.ts';
import { byService, type Ledger, type RowActor } from '../ledger/index.ts';
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
export type SessionRecord = Omit<
  Selectable<Database['sessions']>,
  'token_hash' | 'refresh_key_id' | 'refresh_token' | 'checked_at'
> & { readonly name: string };

/** A refresh token as it is stored. */
export interface SealedRefreshToken {
  readonly refresh_key_id: string;
  readonly refresh_token: Buffer;
}

/** Seals a session's refresh token; undefined if there is none. */
export type SealRefreshToken = (sessionId: string) => SealedRefreshToken | undefined;

/** Open sessions of people who may still act. All look-ups use this query, so that each of them checks every condition. */
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
  {
    how,
    client,
    seal = () => undefined,
  }: {
    readonly how: 'provider' | 'link';
    readonly client: string;
    readonly seal?: SealRefreshToken;
  },
): Promise<{ readonly token: string; readonly sessionId: string }> => {
  const token = mintToken();
  const id = newId('session');
  await tx
    .insertInto('sessions')
    .values({
      id,
      ...seal(id),
      team_id: person.team_id,
      person_id: person.id,
      token_hash: hashToken(token),
      signed_in_with: how,
      client: maskText(cut(client, CLIENT_LENGTH)),
      expires_at: sql<Date>`now() + ${LIFETIME}` as unknown as Date,
    })
    .execute();
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
    reason,
  }: {
    readonly teamId: string;
    readonly sessionId: string;
    readonly personId?: string | undefined;
    /** Why the service itself ends it. */
    readonly reason?: SessionEnd;
  },
  actor: RowActor,
): Promise<boolean> => {
  const ended = await tx
    .updateTable('sessions')
    .set({ ended_at: sql<Date>`now()`, ...NO_TOKEN })
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
    detail: { session: sessionId, ...(reason !== undefined && { reason }) },
    actor,
  });
  return true;
};

/** Why the service ends a session by itself. */
export type SessionEnd = 'expired' | 'idle' | 'not_confirmed' | 'another_team';

/** A session that has ended has no use for the provider's token. */
const NO_TOKEN = { refresh_key_id: null, refresh_token: null };

const BATCH = 100;

/** Ends sessions whose time is over and records it. They have not let anybody in since then. @returns how many there were */
export const endExpiredSessions = async (db: Db, ledger: Ledger): Promise<number> => {
  const over = await db
    .selectFrom('sessions')
    .select(['id', 'team_id'])
    .select(sql<boolean>`expires_at <= now()`.as('expired'))
    .where('ended_at', 'is', null)
    .where((where) =>
      where.or([
        where('expires_at', '<=', sql<Date>`now()`),
        where('last_used_at', '<=', sql<Date>`now() - ${IDLE}`),
      ]),
    )
    .limit(BATCH)
    .execute();
  for (const { id: sessionId, team_id: teamId, expired } of over) {
    const reason = expired ? 'expired' : 'idle';
    await db
      .transaction()
      .execute(async (tx) => endSession(tx, ledger, { teamId, sessionId, reason }, byService('reconciler')));
  }
  return over.length;
};

/** A session whose person the provider has to confirm. */
export interface SessionToCheck extends SealedRefreshToken {
  readonly id: string;
  readonly team_id: string;
  readonly person_id: string;
  readonly issuer: string;
  readonly subject: string;
}

/**
 * Takes open sessions whose person the provider has not confirmed for a while. No other process takes them before the same time
 * has passed again, because a refresh token may work only once.
 */
export const takeSessionsToCheck = async (db: Db, seconds: number): Promise<readonly SessionToCheck[]> => {
  const due = openSessions(db)
    .select('s.id')
    .where('s.refresh_token', 'is not', null)
    .where('p.subject', 'is not', null)
    .where('s.checked_at', '<=', sql<Date>`now() - make_interval(secs => ${seconds})`)
    .orderBy('s.checked_at')
    .limit(BATCH)
    .forUpdate('s')
    .skipLocked();
  const rows = await db
    .updateTable('sessions')
    .set({ checked_at: sql<Date>`now()` })
    .from('people')
    .whereRef('people.id', '=', 'sessions.person_id')
    .where('sessions.id', 'in', due)
    .returning(['sessions.id', 'sessions.team_id', 'sessions.person_id', 'people.issuer', 'people.subject'])
    .returning(['sessions.refresh_key_id', 'sessions.refresh_token'])
    .execute();
  return rows as SessionToCheck[];
};

/** Keeps the refresh token that replaces the one just used. */
export const keepRefreshToken = async (
  db: Db,
  sessionId: string,
  sealed: SealedRefreshToken,
): Promise<void> => {
  await db
    .updateTable('sessions')
    .set(sealed)
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .execute();
};
