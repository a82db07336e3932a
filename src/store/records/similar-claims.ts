import { sql } from 'kysely';
import type { ClaimKeys } from './claims.ts';
import type { Db } from './digest.ts';

/** How an earlier approved claim of the same patient resembles a claim with another stay. */
export interface SimilarClaims {
  /** One stay in the same hospital follows the other within a day, as if one stay had been split. */
  readonly split: boolean;
  /** Admitted within a day of each other, for amounts within two per cent of each other. */
  readonly same: boolean;
  /** A dated line of the bill, with the same head and amount, is on both. Absent in runs of earlier releases. */
  readonly line?: boolean;
  /** The same illness, and at most 45 days between the two stays. Absent in runs of earlier releases. */
  readonly relapse?: boolean;
}

/** Days within which an illness counts as the same one, by the standard wording. */
const RELAPSE_DAYS = 45;

/**
 * Looks for earlier reported, approved claims of a patient that resemble this one. A missing value resembles
 * nothing.
 * @param amount the amount that the claim states, in paise
 */
export const findSimilarClaims = async (
  db: Db,
  teamId: string,
  { claimKey, eventKey, panKey, aadhaarKey, hospitalKey, lineKeys, icd, admission, discharge }: ClaimKeys,
  amount: bigint | undefined,
): Promise<SimilarClaims> => {
  const from = sql`${admission}::date`;
  const to = sql`coalesce(${discharge}::date, ${from})`;
  const otherTo = sql`coalesce(other.discharge, other.admission)`;
  const paise = sql`${amount?.toString() ?? null}::numeric`;
  const { rows } = await sql<SimilarClaims>`
    SELECT
      coalesce(bool_or(other.hospital_key = ANY (${hospitalKey?.any ?? null}::bytea[])
        AND (${from} - ${otherTo} BETWEEN 0 AND 1 OR other.admission - ${to} BETWEEN 0 AND 1)), false) AS split,
      coalesce(bool_or(abs(other.admission - ${from}) <= 1
        AND abs(other.amount_paise - ${paise}) * 50 <= ${paise}), false) AS same,
      coalesce(bool_or(other.line_keys && ${lineKeys.flatMap(({ any }) => any)}::bytea[]), false) AS line,
      coalesce(bool_or(other.icd && ${[...icd]}::text[]
        AND (${from} - ${otherTo} BETWEEN 0 AND ${sql.lit(RELAPSE_DAYS)}
          OR other.admission - ${to} BETWEEN 0 AND ${sql.lit(RELAPSE_DAYS)})), false) AS relapse
    FROM claims AS other LEFT JOIN claims AS own ON own.team_id = other.team_id
      AND own.claim_key = ANY (${claimKey.any}::bytea[]) AND own.event_key = ANY (${eventKey.any}::bytea[])
    WHERE other.team_id = ${teamId} AND other.decision = 'approve'
      AND other.claim_key <> ALL (${claimKey.any}::bytea[])
      AND (other.pan_key = ANY (${panKey?.any ?? null}::bytea[])
        OR other.aadhaar_key = ANY (${aadhaarKey?.any ?? null}::bytea[]))
      AND other.event_since < coalesce(own.event_since, 'infinity')`.execute(db);
  return rows[0]!;
};
