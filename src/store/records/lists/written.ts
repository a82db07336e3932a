import { sql } from 'kysely';
import { formatRupees } from '../../../governance/amounts.ts';
import type { StoredSlab } from '../../db/cover-schema.ts';
import { coverLists } from './cover.ts';
import { equals, isoTime, type ListKind } from './kind.ts';

const rupees = (paise: unknown): string => formatRupees(BigInt(paise as number));

const policies: ListKind = {
  from: sql`policies AS r`,
  columns: sql`r.number, r.status, r.cover_from::text, r.cover_to::text, r.since::text, r.sum_insured_paise,
    r.used_paise, r.room_rent_paise, (SELECT coalesce(sum(p.amount_paise), 0)::bigint FROM payouts AS p
      WHERE p.team_id = r.team_id AND p.policy = r.number AND (p.status = 'queued' OR p.held_by_switch)) AS reserved_paise,
    r.product, r.kind, r.bonus_paise, r.slabs`,
  order: ['number'],
  newestFirst: false,
  filters: { status: equals('r.status'), product: equals('r.product') },
  show: (row) => ({
    number: row['number'],
    status: row['status'],
    cover_from: row['cover_from'],
    cover_to: row['cover_to'],
    since: row['since'],
    sum_insured: rupees(row['sum_insured_paise']),
    used: rupees(row['used_paise']),
    reserved: rupees(row['reserved_paise']),
    room_rent_limit: row['room_rent_paise'] === null ? null : rupees(row['room_rent_paise']),
    product: row['product'],
    kind: row['kind'],
    bonus: rupees(row['bonus_paise']),
    slabs:
      (row['slabs'] as readonly StoredSlab[] | null)?.map(({ since, paise }) => ({
        since,
        sum_insured: rupees(paise),
      })) ?? null,
  }),
};

const hospitals: ListKind = {
  from: sql`hospitals AS r`,
  columns: sql`r.name_key, r.name, r.in_network`,
  order: ['name_key'],
  newestFirst: false,
  filters: { in_network: (value) => sql`r.in_network = ${value === 'true'}` },
  show: (row) => ({ key: row['name_key'], name: row['name'], in_network: row['in_network'] }),
};

const accounts: ListKind = {
  from: sql`accounts AS r`,
  columns: sql`r.number, r.pan_masked, r.email_masked, r.status, r.failed_logins, r.updated_at`,
  order: ['number'],
  newestFirst: false,
  filters: { status: equals('r.status') },
  show: (row) => ({
    number: row['number'],
    pan: row['pan_masked'],
    email: row['email_masked'],
    status: row['status'],
    failed_logins: row['failed_logins'],
    updated_at: isoTime(row['updated_at']),
  }),
};

const callers: ListKind = {
  from: sql`callers AS r`,
  columns: sql`r.id, r.phone_masked, r.policy, r.address, r.updated_at`,
  order: ['id'],
  newestFirst: false,
  filters: { policy: equals('r.policy') },
  show: (row) => ({
    id: row['id'],
    phone: row['phone_masked'],
    policy: row['policy'],
    address: row['address'],
    updated_at: isoTime(row['updated_at']),
  }),
};

/** Lists of the records that the institution writes. */
export const writtenLists = {
  policies,
  hospitals,
  accounts,
  callers,
  ...coverLists,
} as const;
