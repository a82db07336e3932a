import { type Kysely, sql, type Transaction } from 'kysely';
import type { SessionFacts } from '../../contract/agent-policy.ts';
import type { Database } from '../db/schema.ts';

type Tx = Transaction<Database>;

export const NO_FACTS: SessionFacts = { allowed: [], denied: [], reported: [], approved: [] };

/** Maximum number of names of each kind that rules can read. */
const MAX_NAMES = 100;
const MOST = MAX_NAMES * Object.keys(NO_FACTS).length;

/** A session of a team, by the reference of its rows. */
interface Session {
  readonly teamId: string;
  readonly ledgerRef: string;
}

/**
 * Returns the names of a session's acts.
 * @returns undefined if there are too many, because a rule must not decide by only some of them
 */
export const factsOfSession = async (
  db: Kysely<Database>,
  { teamId, ledgerRef }: Session,
): Promise<SessionFacts | undefined> => {
  const acts = await db
    .selectFrom('session_acts')
    .select(['kind', 'action'])
    .where('team_id', '=', teamId)
    .where('ledger_ref', '=', ledgerRef)
    .orderBy('kind')
    .orderBy('action')
    .limit(MOST + 1)
    .execute();
  const facts = Map.groupBy(acts, ({ kind }) => kind);
  if ([...facts.values()].some(({ length }) => length > MAX_NAMES)) return undefined;
  return {
    ...NO_FACTS,
    ...Object.fromEntries([...facts].map(([kind, of]) => [kind, of.map(({ action }) => action)])),
  };
};

/** Adds an act's name to its session's events. Call this in the transaction of the act's row. */
export const rememberAct = async (
  tx: Tx,
  { teamId: team_id, ledgerRef: ledger_ref }: Session,
  kind: keyof SessionFacts,
  action: string,
): Promise<void> => {
  await tx
    .insertInto('session_acts')
    .values({ team_id, ledger_ref, kind, action })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/** Locks a session, so that of two concurrent acts the second one's rules see the first one. */
export const lockSession = async (tx: Tx, { ledgerRef }: Session): Promise<void> => {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`session ${ledgerRef}`}, 0))`.execute(tx);
};
