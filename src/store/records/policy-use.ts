import { sql } from 'kysely';
import type { CounterUse } from '../../governance/adjudication/cover-in-force.ts';
import { type Day, formatDay } from '../../governance/dates.ts';
import type { Db, RecordDigest } from './digest.ts';

/** The use of a policy without the claim itself. Money is in paise. */
export interface PolicyUse {
  readonly used: bigint;
  readonly counters: readonly CounterUse[];
}

/** Adds a payout's use to the counters of its policy, once it was paid. */
export const countMoves = async (tx: Db, teamId: string, payoutId: string): Promise<void> => {
  await sql`INSERT INTO counters AS c (team_id, policy, year_from, benefit, member, key, used_paise)
    SELECT p.team_id, p.policy, m.year, m.benefit, m.member,
      concat_ws('~', p.policy, m.year, m.benefit, nullif(m.member, '')), m.paise
    FROM payouts AS p, jsonb_to_recordset(p.moves) AS m (year date, benefit text, member text, paise bigint)
    WHERE p.team_id = ${teamId} AND p.id = ${payoutId} ORDER BY m.benefit, m.member
    ON CONFLICT (team_id, policy, year_from, benefit, member)
      DO UPDATE SET used_paise = c.used_paise + excluded.used_paise, updated_at = now()`.execute(tx);
};

/**
 * Reads the use of a policy's sum insured and of its limits in a policy year: according to the records, plus
 * what payouts of other claims reserve. A claim that was paid before does not count against itself. The
 * caller who decides must have locked the policy.
 */
export const readPolicyUse = async (
  db: Db,
  teamId: string,
  { number, used }: { readonly number: string; readonly used: bigint },
  of: {
    readonly year: Day;
    readonly claimKey: Pick<RecordDigest, 'any'>;
    readonly limits: readonly string[];
  },
): Promise<PolicyUse> => {
  const year = formatDay(of.year);
  const isOwn = sql<boolean>`p.claim_key = ANY (${of.claimKey.any}::bytea[])`;
  const counts = sql<boolean>`(p.status = 'queued' OR p.held_by_switch)`;
  const payouts = sql`FROM payouts AS p WHERE p.team_id = ${teamId} AND p.policy = ${number}`;
  const sums = await sql<{ reserved: string; paid: string }>`
    SELECT coalesce(sum(p.amount_paise) FILTER (WHERE ${counts} AND NOT ${isOwn}), 0)::text AS reserved,
      coalesce(sum(p.amount_paise) FILTER (WHERE p.status = 'paid' AND ${isOwn}), 0)::text AS paid ${payouts}`.execute(
    db,
  );
  const counters = await sql<{ benefit: string; member: string; used: string }>`
    SELECT benefit, member, greatest(sum(paise), 0)::text AS used FROM (
      SELECT benefit, member, used_paise::numeric AS paise FROM counters
        WHERE team_id = ${teamId} AND policy = ${number} AND year_from = ${year}::date
      UNION ALL
      SELECT m.benefit, m.member, CASE WHEN p.status = 'paid' THEN -m.paise ELSE m.paise END
        FROM payouts AS p, jsonb_to_recordset(p.moves) AS m (year date, benefit text, member text, paise numeric)
        WHERE p.team_id = ${teamId} AND p.policy = ${number} AND m.year = ${year}::date
          AND ((${counts} AND NOT ${isOwn}) OR (p.status = 'paid' AND ${isOwn}))) AS each
    WHERE split_part(benefit, ':', 1) = ANY (${of.limits}::text[])
    GROUP BY benefit, member ORDER BY benefit, member`.execute(db);
  const { reserved, paid } = sums.rows[0]!;
  const before = used > BigInt(paid) ? used - BigInt(paid) : 0n;
  return {
    used: before + BigInt(reserved),
    counters: counters.rows.map((row) => ({ ...row, used: BigInt(row.used) })),
  };
};
