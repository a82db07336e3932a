import { sql } from 'kysely';
import type { BacktestNumbers } from '../../governance/rule-sets/verticals/backtest-numbers.ts';
import type { Db, StoredVersion } from './versions.ts';

/** A backtest or shadow of a version. */
export interface Trial {
  readonly kind: 'backtest' | 'shadow';
  readonly id: string;
  readonly numbers: BacktestNumbers;
}

/** Number of trials of each kind to consider, the newest ones. */
const MOST = 20;

/** When a version begins to decide, which may be days after its activation. */
const BEGINS = sql`(active_from::timestamp AT TIME ZONE 'Asia/Kolkata')`;

/**
 * Returns the trials that show what a version changes: backtests against the version in force, and shadows,
 * of this content. A trial from before the last change of the versions in force compares with something else.
 * @param inForce SHA-256 of the version in force
 */
export const trialsOf = async (
  db: Db,
  { rule_set_id: ruleSetId, version, sha256 }: StoredVersion,
  inForce: string,
): Promise<readonly Trial[]> => {
  const { changed } = await db
    .selectFrom('rule_set_versions')
    .select(
      sql<Date | null>`greatest(max(activated_at), max(retired_at), max(${BEGINS}) FILTER (WHERE ${BEGINS} <= now()))`.as(
        'changed',
      ),
    )
    .where('rule_set_id', '=', ruleSetId)
    .executeTakeFirstOrThrow();
  const since = changed ?? new Date(0);
  const backtests = await db
    .selectFrom('rule_set_backtests')
    .select(['id', 'result'])
    .where('rule_set_id', '=', ruleSetId)
    .where('state', '=', 'succeeded')
    .where(sql<boolean>`pin ->> 'sha256' = ${sha256}`)
    .where(sql<boolean>`against ->> 'sha256' = ${inForce}`)
    .where('created_at', '>=', since)
    .where('run_ids', 'is', null)
    .orderBy('created_at', 'desc')
    .limit(MOST)
    .execute();
  const shadows = await db
    .selectFrom('rule_set_shadows')
    .select(['id', 'result'])
    .where('rule_set_id', '=', ruleSetId)
    .where('version', '=', version)
    .where('created_at', '>=', since)
    .orderBy('created_at', 'desc')
    .limit(MOST)
    .execute();
  return [
    ...backtests.map(({ id, result }) => ({ kind: 'backtest' as const, id, numbers: result })),
    ...shadows.map(({ id, result }) => ({ kind: 'shadow' as const, id, numbers: result })),
  ];
};
