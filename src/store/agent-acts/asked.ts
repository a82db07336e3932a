import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import { rememberAct } from './facts.ts';

type Db = Kysely<Database>;
type Tx = Transaction<Database>;

/** An act about which a person is or was asked. */
export interface AskedAct {
  readonly reviewId: string;
  readonly ledgerRef: string;
  readonly digest: Buffer;
  readonly state: 'open' | 'decided' | 'expired' | 'superseded';
  readonly approved: boolean | null;
  readonly isUsed: boolean;
  /** Whether it was answered so long ago that an approval has expired. */
  readonly isLate: boolean;
  /** The person's message to the agent. */
  readonly reason: string | null;
}

/** How long an approval can be used, because circumstances may change after a person has seen the act. */
const USABLE = sql`interval '1 day'`;

const asked = (db: Db, teamId: string) =>
  db
    .selectFrom('asked_acts as a')
    .innerJoin('reviews as r', 'r.id', 'a.review_id')
    .leftJoin('review_decisions as d', (join) =>
      join.onRef('d.review_id', '=', 'r.id').on('d.final', '=', true),
    )
    .select([
      'a.review_id as reviewId',
      'a.ledger_ref as ledgerRef',
      'a.digest',
      'a.approved',
      'r.state',
      'd.reason',
      sql<boolean>`a.used_at IS NOT NULL`.as('isUsed'),
      sql<boolean>`coalesce(a.answered_at <= clock_timestamp() - ${USABLE}, false)`.as('isLate'),
    ])
    .where('a.team_id', '=', teamId);

export const findAskedAct = async (db: Db, teamId: string, reviewId: string): Promise<AskedAct | undefined> =>
  asked(db, teamId).where('a.review_id', '=', reviewId).executeTakeFirst();

/** Returns the latest question about an act. @param digests hashes of the act, under each key */
export const latestAskedAct = async (
  db: Db,
  teamId: string,
  digests: readonly Buffer[],
): Promise<AskedAct | undefined> =>
  asked(db, teamId)
    .where('a.digest', 'in', [...digests])
    .orderBy('a.created_at', 'desc')
    .limit(1)
    .executeTakeFirst();

/**
 * Returns the latest question that a person answered with no.
 * @param digests hashes of the act as rules read it, under each key
 */
export const latestDeniedAct = async (
  db: Db,
  teamId: string,
  digests: readonly Buffer[],
): Promise<AskedAct | undefined> =>
  asked(db, teamId)
    .where('a.read_digest', 'in', [...digests])
    .where('a.approved', '=', false)
    .orderBy('a.created_at', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Locks an act, so that only one of two concurrent equal acts opens a review. */
export const lockAct = async (tx: Tx, digest: Buffer): Promise<void> => {
  const lock = `act ${digest.toString('hex')}`;
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(tx);
};

export const insertAskedAct = async (
  tx: Tx,
  act: {
    readonly reviewId: string;
    readonly teamId: string;
    readonly ledgerRef: string;
    readonly digest: Buffer;
    readonly readDigest: Buffer;
    readonly action: string;
  },
): Promise<void> => {
  const { reviewId: review_id, teamId: team_id, ledgerRef: ledger_ref, digest, action } = act;
  const row = { review_id, team_id, ledger_ref, digest, read_digest: act.readDigest, action };
  await tx.insertInto('asked_acts').values(row).execute();
};

/** Stores a person's answer. */
export const answerAskedAct = async (tx: Tx, reviewId: string, approved: boolean): Promise<void> => {
  const { team_id, ledger_ref, action } = await tx
    .updateTable('asked_acts')
    .set({ approved, answered_at: sql<Date>`clock_timestamp()` })
    .where('review_id', '=', reviewId)
    .returning(['team_id', 'ledger_ref', 'action'])
    .executeTakeFirstOrThrow();
  if (approved) await rememberAct(tx, { teamId: team_id, ledgerRef: ledger_ref }, 'approved', action);
};

/**
 * Uses up an approval.
 * @returns false if it was used before, or given too long ago
 */
export const takeApproval = async (tx: Tx, reviewId: string): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('asked_acts')
    .set({ used_at: sql<Date>`clock_timestamp()` })
    .where('review_id', '=', reviewId)
    .where('approved', '=', true)
    .where('used_at', 'is', null)
    .where('answered_at', '>', sql<Date>`clock_timestamp() - ${USABLE}`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};
