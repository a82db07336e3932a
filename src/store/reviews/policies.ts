import { type Kysely, sql, type Transaction } from 'kysely';
import type { Actor } from '../../contract/actor.ts';
import type { ReviewPolicy } from '../../contract/review-policy.ts';
import { DEFAULT_POLICY } from '../../governance/reviews/times.ts';
import type { Database } from '../db/schema.ts';

export interface StoredPolicy {
  readonly policy: ReviewPolicy;
  /** 0 if the team has set none. */
  readonly version: number;
  readonly setBy: Actor | null;
  readonly setAt: Date | null;
}

/** A version that a team has set. */
export interface SetPolicy extends StoredPolicy {
  readonly setAt: Date;
}

/** Returns versions of a team's rules below one, the newest first. */
export const policiesBelow = async (
  db: Kysely<Database>,
  teamId: string,
  { below, limit }: { readonly below?: number | undefined; readonly limit: number },
): Promise<readonly SetPolicy[]> => {
  const rows = await db
    .selectFrom('review_policies')
    .select(['version', 'policy', 'actor', 'created_at'])
    .where('team_id', '=', teamId)
    .$if(below !== undefined, (query) => query.where('version', '<', below!))
    .orderBy('version', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ version, policy, actor, created_at }) => ({
    policy: { ...DEFAULT_POLICY, ...policy },
    version,
    setBy: actor,
    setAt: created_at,
  }));
};

/** Returns the rules in force for a team. */
export const policyOf = async (db: Kysely<Database>, teamId: string): Promise<StoredPolicy> => {
  const [newest] = await policiesBelow(db, teamId, { limit: 1 });
  return newest ?? { policy: DEFAULT_POLICY, version: 0, setBy: null, setAt: null };
};

/** Stores a new version of a team's rules. Two changes at once get a version each. */
export const setPolicy = async (
  tx: Transaction<Database>,
  {
    teamId,
    policy,
    actor,
  }: { readonly teamId: string; readonly policy: ReviewPolicy; readonly actor: Actor },
): Promise<StoredPolicy> => {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`reviews ${teamId}`}, 0))`.execute(tx);
  const { version } = await policyOf(tx, teamId);
  await tx
    .insertInto('review_policies')
    .values({
      team_id: teamId,
      version: version + 1,
      policy: JSON.stringify(policy),
      actor: JSON.stringify(actor),
    })
    .execute();
  return policyOf(tx, teamId);
};
