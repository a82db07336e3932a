import { type Transaction, sql } from 'kysely';
import { type RowActor, byService, type Ledger } from '../ledger/index.ts';
import type { Database } from '../store/db/schema.ts';
import { recordPersonAct } from './rows.ts';
import { type Db, IDLE } from './sessions.ts';

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
/** An ended session no longer needs the provider's token. */
const NO_TOKEN = { refresh_key_id: null, refresh_token: null };
export const BATCH = 100;
/**
 * Ends expired sessions and records that. They have not been valid since their expiry.
 * @returns how many there were
 */
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
