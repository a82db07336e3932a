import { sql } from 'kysely';
import type { Caller } from '../store/keys/authenticate.ts';
import { callerOfPerson } from './caller.ts';
import type { PersonRecord } from './people.ts';
import { type Db, openSessions } from './sessions.ts';
import { hashToken } from './token.ts';

/**
 * Returns the person behind a session's cookie. Reads the database each time, so that an ended session or a changed role has an
 * effect on the next request of every process.
 * @param options `isUse` is false if nobody has just used the session, as when an open stream is checked again
 */
export const callerOfSession = async (
  db: Db,
  token: string,
  { isUse = true } = {},
): Promise<Caller | undefined> =>
  callerOf(db, openSessions(db).where('s.token_hash', '=', hashToken(token)), isUse);

/** Does the same for a session's id, for connections that outlive the request that opened them. */
export const callerOfSessionId = async (db: Db, sessionId: string): Promise<Caller | undefined> =>
  callerOf(db, openSessions(db).where('s.id', '=', sessionId), true);

const callerOf = async (
  db: Db,
  query: ReturnType<typeof openSessions>,
  isUse: boolean,
): Promise<Caller | undefined> => {
  const row = await query
    .select(['s.id as session_id', 'p.id', 'p.team_id', 'p.name', 'p.roles'])
    .select(sql<boolean>`s.last_used_at > now() - interval '1 minute'`.as('used_lately'))
    .executeTakeFirst();
  if (row === undefined) return undefined;
  // At most one write a minute, whatever the number of requests.
  if (isUse && !row.used_lately) {
    await db
      .updateTable('sessions')
      .set({ last_used_at: sql<Date>`now()` })
      .where('id', '=', row.session_id)
      .execute();
  }
  return callerOfPerson(row as typeof row & Pick<PersonRecord, 'roles'>, row.session_id);
};
