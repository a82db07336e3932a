import { sql } from 'kysely';
import type { CoverSlab } from '../../governance/adjudication/claim.ts';
import { parseDay, type Day } from '../../governance/dates.ts';
import type { PolicyTerms } from '../../governance/rules/kyc/policy.ts';
import type { Db } from './digest.ts';

/** A policy on file. Money is in paise, and days are day counts (src/governance/dates.ts). */
export interface Policy extends PolicyTerms {
  readonly number: string;
  readonly status: 'active' | 'lapsed' | 'cancelled';
  /** Absent for a policy without a product, whose claims are approved or escalated as a whole. */
  readonly product?: PolicyProduct;
}

/** The cover of a policy's product. */
export interface PolicyProduct {
  readonly code: string;
  /** Id of the rule set that has the product's terms. */
  readonly ruleSet: string;
  readonly kind: 'individual' | 'floater';
  readonly bonus: bigint;
  /** At least one, in any order. */
  readonly slabs: readonly CoverSlab[];
}

/** The part of a policy that payouts are checked against. */
export interface PolicyRoom extends Pick<Policy, 'number' | 'sumInsured' | 'used'> {
  readonly product?: { readonly bonus: bigint };
}

/** Returns whether a policy or an account can have this number. */
export const isRecordNumber = (text: string): boolean => /^[A-Z0-9/-]{1,40}$/.test(text);

const columns = [
  'number',
  'status',
  sql<string>`cover_from::text`.as('cover_from'),
  sql<string>`cover_to::text`.as('cover_to'),
  sql<string>`since::text`.as('since'),
  'sum_insured_paise',
  'used_paise',
  'room_rent_paise',
  'product',
  'kind',
  'bonus_paise',
  'slabs',
  sql<string | null>`(SELECT r.rule_set FROM products AS r
    WHERE r.team_id = policies.team_id AND r.code = policies.product)`.as('rule_set'),
] as const;

const dayOf = (text: string): Day => {
  const day = parseDay(text);
  if (day === undefined) throw new Error('a policy contains a date that does not exist');
  return day;
};

/** Finds a policy by number; undefined when there is none. Accepts any string. */
export const findPolicy = async (db: Db, teamId: string, number: string): Promise<Policy | undefined> =>
  isRecordNumber(number) ? toPolicy(await select(db, teamId, number).executeTakeFirst()) : undefined;

/** Locks a policy's number until the transaction ends, whichever system has the policy. */
export const lockPolicyNumber = async (tx: Db, teamId: string, number: string): Promise<void> => {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`policy ${teamId} ${number}`}, 0))`.execute(tx);
};

/**
 * Finds a policy and locks it until the transaction ends, so that two claims cannot spend the same part of the sum insured. It
 * locks the number too, because another claim may have found the policy through a connector that has just been added or removed.
 */
export const lockPolicy = async (tx: Db, teamId: string, number: string): Promise<Policy | undefined> => {
  await lockPolicyNumber(tx, teamId, number);
  return toPolicy(await select(tx, teamId, number).forUpdate().executeTakeFirst());
};

const select = (db: Db, teamId: string, number: string) =>
  db.selectFrom('policies').select(columns).where('team_id', '=', teamId).where('number', '=', number);

type Row = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirst']>>;

const toPolicy = (row: Row): Policy | undefined =>
  row && {
    number: row.number,
    status: row.status,
    coverFrom: dayOf(row.cover_from),
    coverTo: dayOf(row.cover_to),
    since: dayOf(row.since),
    sumInsured: BigInt(row.sum_insured_paise),
    used: BigInt(row.used_paise),
    roomRentLimit: row.room_rent_paise === null ? undefined : BigInt(row.room_rent_paise),
    ...(row.product !== null &&
      row.rule_set !== null && { product: productOf(row, row.product, row.rule_set) }),
  };

const productOf = (row: NonNullable<Row>, code: string, ruleSet: string): PolicyProduct => ({
  code,
  ruleSet,
  kind: row.kind,
  bonus: BigInt(row.bonus_paise),
  slabs: (row.slabs ?? [{ since: row.since, paise: row.sum_insured_paise }]).map(({ since, paise }) => ({
    since: dayOf(since),
    sumInsured: BigInt(paise),
  })),
});
