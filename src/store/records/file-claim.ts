import { sql } from 'kysely';
import type { Outcome as AdjudicationOutcome } from '../../governance/adjudication/result.ts';
import type { StoredMove } from '../db/cover-schema.ts';
import type { ClaimKeys } from './claims.ts';
import { type Db, isFree } from './digest.ts';
import type { LimitedClaim } from '../db/limited-claim.ts';
import { storedLimited } from './limited.ts';
import type { Outcome } from './outcome.ts';
import { stayRange } from './stay-range.ts';

/** A claim as filed: masked values and the decision. */
export interface FiledClaim extends ClaimKeys, Outcome {
  readonly claimId: string;
  readonly policy: string | null;
  readonly panMasked: string | null;
  readonly aadhaarMasked: string | null;
  readonly diagnosis: string | null;
  /** Amount in paise. */
  readonly amount: bigint | null;
  readonly decision: 'approve' | 'escalate';
  readonly riskScore: number;
  /** Undefined if the claim was decided as a whole. */
  readonly adjudication:
    | {
        readonly outcome: AdjudicationOutcome;
        /** Paise; undefined if the terms propose nothing. */
        readonly approved: bigint | undefined;
        readonly moves: readonly StoredMove[];
        readonly limited: LimitedClaim | undefined;
      }
    | undefined;
}

/**
 * Files a claim, replacing any earlier filing and its digests. Repeats of the same run count as one submission. A claim's payout
 * follows when the claim's digest is replaced.
 */
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
    event_key: claim.eventKey.bytes,
    pan_key: claim.panKey?.bytes ?? null,
    aadhaar_key: claim.aadhaarKey?.bytes ?? null,
    digest_key: claim.digest.keyId,
    decision: claim.decision,
    reasons: JSON.stringify(claim.reasons),
    risk_score: claim.riskScore,
    review: null,
    outcome: claim.adjudication?.outcome ?? null,
    approved_paise: claim.adjudication?.approved ?? null,
    moves: JSON.stringify(claim.adjudication?.moves ?? []),
    limited:
      claim.adjudication?.limited === undefined
        ? null
        : JSON.stringify(storedLimited(claim.adjudication.limited)),
    hospital_key: claim.hospitalKey?.bytes ?? null,
    line_keys: claim.lineKeys.map(({ bytes }) => bytes),
    icd: [...claim.icd],
    stay_by_pan: claim.decision === 'approve' ? stayRange(claim.panKey, claim) : null,
    stay_by_aadhaar: claim.decision === 'approve' ? stayRange(claim.aadhaarKey, claim) : null,
  };
  const { bytes, any } = claim.claimKey;
  if (any.length > 1)
    await tx
      .updateTable('claims')
      .set({ claim_key: bytes })
      .where('team_id', '=', teamId)
      .where('claim_key', 'in', any.slice(1))
      .where(isFree('claims', 'claim_key', teamId, bytes))
      .execute();
  return tx
    .insertInto('claims')
    .values({ team_id: teamId, claim_key: bytes, ...values })
    .onConflict((conflict) =>
      conflict.columns(['team_id', 'claim_key']).doUpdateSet({
        ...values,
        event_since: sql<Date>`case when claims.event_key = ANY (${claim.eventKey.any}::bytea[]) then claims.event_since else excluded.event_since end`,
        submissions: sql<number>`claims.submissions + (claims.run_id <> excluded.run_id)::int`,
        updated_at: sql<Date>`now()`,
      }),
    )
    .returning('submissions')
    .executeTakeFirstOrThrow();
};
