/** Sessions whose person the identity provider has to confirm again. */
import { sql } from 'kysely';
import { BATCH } from './session-end.ts';
import { type SealedRefreshToken, type Db, openSessions } from './sessions.ts';

/** A session whose person the provider has to confirm. */
export interface SessionToCheck extends SealedRefreshToken {
  readonly id: string;
  readonly team_id: string;
  readonly person_id: string;
  readonly issuer: string;
  readonly subject: string;
}

/**
 * Takes open sessions whose person the provider has not confirmed for a while. No other process takes them
 * until the same time has passed again, because a refresh token may work only once.
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
