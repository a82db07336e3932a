import { sql } from 'kysely';
import { formatRupees } from '../../../governance/amounts.ts';
import { equals, isoTime, type ListKind } from './kind.ts';

const rupees = (paise: unknown): string => formatRupees(BigInt(paise as number));

const products: ListKind = {
  from: sql`products AS r`,
  columns: sql`r.code, r.title, r.rule_set`,
  order: ['code'],
  newestFirst: false,
  filters: { rule_set: equals('r.rule_set') },
  show: (row) => ({ code: row['code'], title: row['title'], rule_set: row['rule_set'] }),
};

const members: ListKind = {
  from: sql`members AS r`,
  columns: sql`r.number, r.policy, r.pan_masked, r.aadhaar_masked, r.birth::text, r.joined::text, r.pre_existing, r.updated_at`,
  order: ['number'],
  newestFirst: false,
  filters: { policy: equals('r.policy') },
  show: (row) => ({
    number: row['number'],
    policy: row['policy'],
    pan: row['pan_masked'],
    aadhaar: row['aadhaar_masked'],
    birth: row['birth'],
    joined: row['joined'],
    pre_existing: row['pre_existing'],
    updated_at: isoTime(row['updated_at']),
  }),
};

const counters: ListKind = {
  from: sql`counters AS r`,
  columns: sql`r.key, r.policy, r.year_from::text, r.benefit, r.member, r.used_paise, r.updated_at,
    (SELECT coalesce(sum(m.paise), 0)::bigint FROM payouts AS p,
        jsonb_to_recordset(p.moves) AS m (year date, benefit text, member text, paise bigint)
      WHERE p.team_id = r.team_id AND p.policy = r.policy AND (p.status = 'queued' OR p.held_by_switch)
        AND m.year = r.year_from AND m.benefit = r.benefit AND m.member = r.member) AS reserved_paise`,
  order: ['key'],
  newestFirst: false,
  filters: { policy: equals('r.policy') },
  show: (row) => ({
    key: row['key'],
    policy: row['policy'],
    year: row['year_from'],
    benefit: row['benefit'],
    member: row['member'] === '' ? null : row['member'],
    used: rupees(row['used_paise']),
    reserved: rupees(row['reserved_paise']),
    updated_at: isoTime(row['updated_at']),
  }),
};

/** Lists of records of products' covers, in addition to the policies. */
export const coverLists = { products, members, counters } as const;
