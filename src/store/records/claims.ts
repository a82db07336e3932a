import { sql } from 'kysely';
import type { Db, Digest, RecordDigest } from './digest.ts';
import { stayRange } from './stay-range.ts';

/** Digests that identify a claim, its event and its patient. */
export interface ClaimKeys {
  readonly digest: Pick<Digest, 'keyId' | 'keyIds'>;
  readonly claimKey: RecordDigest;
  readonly eventKey: RecordDigest;
  readonly accident: boolean;
  /** Null if the claim does not contain a valid number. */
  readonly panKey: RecordDigest | null;
  readonly aadhaarKey: RecordDigest | null;
  readonly hospitalKey: RecordDigest | null;
  /** Digests of the dated lines of the bill. */
  readonly lineKeys: readonly RecordDigest[];
  /** ICD-10 categories that the diagnosis names. */
  readonly icd: readonly string[];
  /** Calendar days, for example `2026-11-03`. */
  readonly admission: string | null;
  readonly discharge: string | null;
}

/** How an earlier claim duplicates this one: the same reported event, or overlapping days in hospital. */
export type Duplicate = 'event' | 'stay';

const same = (column: 'pan_key' | 'aadhaar_key', key: RecordDigest | null) =>
  sql<boolean>`(other.${sql.ref(column)} = ANY (${key?.any ?? null}::bytea[])) IS TRUE`;

const differs = (column: 'pan_key' | 'aadhaar_key', key: RecordDigest | null) =>
  sql<boolean>`(other.${sql.ref(column)} <> ALL (${key?.any ?? null}::bytea[])) IS TRUE`;

/**
 * Finds an earlier claim for the same event or the same stay. A resubmitted claim is dated by its first report of the event, so
 * the later of two claims is always the duplicate, no matter how often either is submitted.
 *
 * Same event: an approved claim always counts, and a claim that still awaits a person's decision counts if it says the same about
 * an accident. Different identifiers mean different patients. Same stay: the PAN or Aadhaar number is the same and the days
 * overlap. A claim without a discharge covers its day of admission, and counts only once it is approved.
 */
export const findEarlierClaim = async (
  db: Db,
  teamId: string,
  keys: ClaimKeys,
): Promise<Duplicate | undefined> => {
  const samePatient = sql<boolean>`(${same('pan_key', keys.panKey)} OR ${same('aadhaar_key', keys.aadhaarKey)})`;
  // A digest whose key has left the ring cannot be compared, so it does not identify the patient.
  const isComparable = sql<boolean>`(coalesce(other.digest_key, '') = ANY (${keys.digest.keyIds.map((id) => id ?? '')}::text[]))`;
  const otherPatient = sql<boolean>`(NOT ${samePatient} AND ${isComparable} AND (${differs('pan_key', keys.panKey)} OR ${differs('aadhaar_key', keys.aadhaarKey)}))`;
  const from = sql`${keys.admission}::date`;
  const to = sql`coalesce(${keys.discharge}::date, ${keys.admission}::date)`;
  const isEvent = sql<boolean>`(other.event_key = ANY (${keys.eventKey.any}::bytea[])
    AND (other.decision = 'approve' OR other.accident = ${keys.accident}) AND NOT ${otherPatient})`;
  const isStay = sql<boolean>`(${samePatient}
    AND (other.decision = 'approve' OR (other.discharge IS NOT NULL AND ${keys.discharge}::date IS NOT NULL))
    AND (other.admission = ${from}
      OR (other.admission < ${to} AND ${from} < coalesce(other.discharge, other.admission)))) IS TRUE`;
  const row = await db
    .selectFrom('claims as other')
    .leftJoin('claims as own', (join) =>
      join
        .onRef('own.team_id', '=', 'other.team_id')
        .on('own.claim_key', '=', sql<Buffer>`ANY (${keys.claimKey.any}::bytea[])`)
        .on('own.event_key', '=', sql<Buffer>`ANY (${keys.eventKey.any}::bytea[])`),
    )
    .select(isEvent.as('is_event'))
    .where('other.team_id', '=', teamId)
    .where('other.claim_key', '<>', sql<Buffer>`ALL (${keys.claimKey.any}::bytea[])`)
    .where(sql<boolean>`(${isEvent} OR ${isStay})`)
    // Of two claims the later one is the duplicate. A stay is taken once a claim was approved for it.
    .where(
      sql<boolean>`(other.event_since < coalesce(own.event_since, 'infinity')
        OR (other.stay_by_pan && ${stayRange(keys.panKey, keys)}::numrange) IS TRUE
        OR (other.stay_by_aadhaar && ${stayRange(keys.aadhaarKey, keys)}::numrange) IS TRUE)`,
    )
    .orderBy(sql`is_event`, 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? undefined : row.is_event ? 'event' : 'stay';
};

/**
 * Locks a patient's claims until the transaction ends, so that the second of two runs for the same stay sees the claim filed by
 * the first, even if they name different policies.
 */
export const lockPatient = async (
  tx: Db,
  { panKey, aadhaarKey }: Pick<ClaimKeys, 'panKey' | 'aadhaarKey'>,
): Promise<void> => {
  const keys = [panKey, aadhaarKey]
    .flatMap((key) => key?.any ?? [])
    .map((key) => key.readBigInt64BE(0))
    .toSorted((a, b) => (a < b ? -1 : 1));
  // All runs lock in the same order, so that they cannot deadlock.
  for (const key of keys) await sql`SELECT pg_advisory_xact_lock(${key.toString()}::bigint)`.execute(tx);
};
