import { sql } from 'kysely';
import type { Outcome } from './outcome.ts';
import type { Db } from './digest.ts';

/** How a claim is told apart from others, and one event from another. */
export interface ClaimKeys {
  readonly claimKey: Buffer;
  readonly eventKey: Buffer;
  readonly accident: boolean;
}

/**
 * Whether another claim for the same event was filed earlier. One that a person still has to decide counts when it
 * states the same about an accident; one that was approved counts always. A claim that is sent again is measured by
 * when it first told of this event, so the later of two duplicates is the duplicate, however often either is sent.
 */
export const hasEarlierClaim = async (db: Db, teamId: string, keys: ClaimKeys): Promise<boolean> => {
  const row = await db
    .selectFrom('claims as other')
    .leftJoin('claims as own', (join) =>
      join
        .onRef('own.team_id', '=', 'other.team_id')
        .on('own.claim_key', '=', keys.claimKey)
        .on('own.event_key', '=', keys.eventKey),
    )
    .select('other.claim_id')
    .where('other.team_id', '=', teamId)
    .where('other.event_key', '=', keys.eventKey)
    .where('other.claim_key', '<>', keys.claimKey)
    .where((where) =>
      where.or([where('other.decision', '=', 'approve'), where('other.accident', '=', keys.accident)]),
    )
    .where(sql<boolean>`other.event_since < coalesce(own.event_since, 'infinity')`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
};

/** A claim as it is filed: masked values, and what was decided. */
export interface FiledClaim extends ClaimKeys, Outcome {
  readonly claimId: string;
  readonly policy: string | null;
  readonly panMasked: string | null;
  readonly aadhaarMasked: string | null;
  readonly diagnosis: string | null;
  readonly admission: string | null;
  readonly discharge: string | null;
  /** Paise. */
  readonly amount: bigint | null;
  readonly decision: 'approve' | 'escalate';
  readonly riskScore: number;
}

/** Files a claim, or its resubmission over the earlier filing. The same run twice counts as one submission. */
export const fileClaim = async (
  tx: Db,
  teamId: string,
  runId: string,
  claim: FiledClaim,
): Promise<{ submissions: number }> => {
  const values = {
    claim_id: claim.claimId,
    run_id: runId,
    policy: claim.policy,
    pan_masked: claim.panMasked,
    aadhaar_masked: claim.aadhaarMasked,
    diagnosis: claim.diagnosis,
    admission: claim.admission,
    discharge: claim.discharge,
    amount_paise: claim.amount,
    accident: claim.accident,
    event_key: claim.eventKey,
    decision: claim.decision,
    reasons: JSON.stringify(claim.reasons),
    risk_score: claim.riskScore,
  };
  return tx
    .insertInto('claims')
    .values({ team_id: teamId, claim_key: claim.claimKey, ...values })
    .onConflict((conflict) =>
      conflict.columns(['team_id', 'claim_key']).doUpdateSet({
        ...values,
        event_since: sql<Date>`case when claims.event_key = excluded.event_key then claims.event_since else excluded.event_since end`,
        submissions: sql<number>`claims.submissions + (claims.run_id <> excluded.run_id)::int`,
        updated_at: sql<Date>`now()`,
      }),
    )
    .returning('submissions')
    .executeTakeFirstOrThrow();
};
