import { sql } from 'kysely';
import { maskValue } from '../../../governance/mask.ts';
import type { WrittenKind } from '../../../governance/records/shapes.ts';
import { nameKey } from '../../../governance/text/plain.ts';
import { coverKinds } from './cover-kinds.ts';
import { countWritten, needsPolicy, type WriteKind } from './kind.ts';

const policies: WriteKind = {
  staged: {
    number: 'text',
    status: 'text',
    cover_from: 'date',
    cover_to: 'date',
    since: 'date',
    sum_insured: 'bigint',
    used: 'bigint',
    room_rent_limit: 'bigint',
    product: 'text',
    kind: 'text',
    bonus: 'bigint',
    slabs: 'text',
  },
  keyField: 'number',
  stage: (values) => [
    values['number']!,
    values['status']!,
    values['cover_from']!,
    values['cover_to']!,
    values['since'] ?? null,
    values['sum_insured']!,
    values['used'] ?? null,
    values['room_rent_limit'] ?? null,
    values['product'] ?? null,
    values['kind'] ?? null,
    values['bonus'] ?? null,
    values['slabs'] ?? null,
  ],
  orphan: {
    column: 'product',
    reason: 'names a product that is not on file; import the products first',
    where: (teamId) =>
      sql`r.product IS NOT NULL AND NOT EXISTS (
        SELECT FROM products AS p WHERE p.team_id = ${teamId} AND p.code = r.product)`,
  },
  upsert: async (tx, { teamId, given, rows }) => {
    const kept = (column: string, field: string) =>
      given.has(field) ? sql`excluded.${sql.ref(column)}` : sql`p.${sql.ref(column)}`;
    const since = kept('since', 'since');
    const used = kept('used_paise', 'used');
    const roomRent = kept('room_rent_paise', 'room_rent_limit');
    const product = kept('product', 'product');
    const insured = kept('kind', 'kind');
    const bonus = kept('bonus_paise', 'bonus');
    const slabs = kept('slabs', 'slabs');
    return countWritten(
      tx,
      sql`INSERT INTO policies AS p (team_id, number, status, cover_from, cover_to, since, sum_insured_paise, used_paise,
          room_rent_paise, product, kind, bonus_paise, slabs)
        SELECT ${teamId}, number, status, cover_from, cover_to, coalesce(since, cover_from), sum_insured, coalesce(used, 0),
          room_rent_limit, product, coalesce(kind, 'individual'), coalesce(bonus, 0), slabs::jsonb
        FROM ${rows} ORDER BY number
        ON CONFLICT (team_id, number) DO UPDATE SET status = excluded.status, cover_from = excluded.cover_from,
          cover_to = excluded.cover_to, since = ${since}, sum_insured_paise = excluded.sum_insured_paise,
          used_paise = ${used}, room_rent_paise = ${roomRent}, product = ${product}, kind = ${insured},
          bonus_paise = ${bonus}, slabs = ${slabs}
        WHERE (p.status, p.cover_from, p.cover_to, p.since, p.sum_insured_paise, p.used_paise, p.room_rent_paise,
            p.product, p.kind, p.bonus_paise, p.slabs)
          IS DISTINCT FROM (excluded.status, excluded.cover_from, excluded.cover_to, ${since}, excluded.sum_insured_paise,
            ${used}, ${roomRent}, ${product}, ${insured}, ${bonus}, ${slabs})`,
    );
  },
};

const hospitals: WriteKind = {
  staged: { name_key: 'text', name: 'text', in_network: 'boolean' },
  keyField: 'name',
  stage: (values) => [nameKey(values['name']!), values['name']!, values['in_network']!],
  upsert: async (tx, { teamId, rows }) =>
    countWritten(
      tx,
      sql`INSERT INTO hospitals AS h (team_id, name_key, name, in_network)
        SELECT ${teamId}, name_key, name, in_network FROM ${rows} ORDER BY name_key
        ON CONFLICT (team_id, name_key) DO UPDATE SET name = excluded.name, in_network = excluded.in_network
        WHERE (h.name, h.in_network) IS DISTINCT FROM (excluded.name, excluded.in_network)`,
    ),
};

const accounts: WriteKind = {
  staged: {
    number: 'text',
    pan_key: 'text',
    pan_masked: 'text',
    email_key: 'text',
    email_masked: 'text',
    status: 'text',
    failed_logins: 'integer',
  },
  keyField: 'number',
  stage: (values, digest) => [
    values['number']!,
    digest.of('pan', values['pan']!).bytes.toString('hex'),
    maskValue('pan', values['pan']!),
    digest.of('email', values['email']!).bytes.toString('hex'),
    maskValue('email', values['email']!),
    values['status']!,
    values['failed_logins'] ?? null,
  ],
  upsert: async (tx, { teamId, digest, given, rows }) => {
    const logins = given.has('failed_logins') ? sql`excluded.failed_logins` : sql`a.failed_logins`;
    return countWritten(
      tx,
      sql`INSERT INTO accounts AS a (team_id, number, pan_key, pan_masked, email_key, email_masked, digest_key, status, failed_logins)
        SELECT ${teamId}, number, decode(pan_key, 'hex'), pan_masked, decode(email_key, 'hex'), email_masked,
          ${digest.keyId}, status, coalesce(failed_logins, 0)
        FROM ${rows} ORDER BY number
        ON CONFLICT (team_id, number) DO UPDATE SET pan_key = excluded.pan_key, pan_masked = excluded.pan_masked,
          email_key = excluded.email_key, email_masked = excluded.email_masked, digest_key = excluded.digest_key,
          status = excluded.status, failed_logins = ${logins}, updated_at = now()
        WHERE (a.pan_key, a.pan_masked, a.email_key, a.email_masked, a.digest_key, a.status, a.failed_logins)
          IS DISTINCT FROM (excluded.pan_key, excluded.pan_masked, excluded.email_key, excluded.email_masked,
            excluded.digest_key, excluded.status, ${logins})`,
    );
  },
};

const callers: WriteKind = {
  staged: { phone_key: 'text', earlier_keys: 'text', phone_masked: 'text', policy: 'text', address: 'text' },
  keyField: 'phone',
  stage: (values, digest) => {
    const phone = values['phone']!;
    const { bytes, any } = digest.of('phone', phone);
    const earlier = any.slice(1).map((key) => key.toString('hex'));
    return [
      bytes.toString('hex'),
      earlier.join(','),
      maskValue('phone', phone.slice(-10)),
      values['policy']!,
      values['address']!,
    ];
  },
  renewDigests: async (tx, { teamId, digest, rows }) => {
    if (digest.keyIds.length === 1) return;
    await sql`UPDATE callers AS c SET phone_key = n.phone_key, digest_key = ${digest.keyId}
      FROM (SELECT decode(phone_key, 'hex') AS phone_key,
          decode(unnest(string_to_array(earlier_keys, ',')), 'hex') AS earlier FROM ${rows}) AS n
      WHERE c.team_id = ${teamId} AND c.phone_key = n.earlier AND NOT EXISTS (
        SELECT FROM callers AS o WHERE o.team_id = c.team_id AND o.phone_key = n.phone_key)`.execute(tx);
  },
  orphan: needsPolicy,
  upsert: async (tx, { teamId, digest, rows }) =>
    countWritten(
      tx,
      sql`INSERT INTO callers AS c (team_id, phone_key, digest_key, phone_masked, policy, address)
        SELECT ${teamId}, decode(phone_key, 'hex'), ${digest.keyId}, phone_masked, policy, address
        FROM ${rows} ORDER BY phone_key
        ON CONFLICT (team_id, phone_key) DO UPDATE SET phone_masked = excluded.phone_masked,
          digest_key = excluded.digest_key, policy = excluded.policy, address = excluded.address,
          address_run_id = NULL, updated_at = now()
        WHERE (c.phone_masked, c.digest_key, c.policy, c.address)
          IS DISTINCT FROM (excluded.phone_masked, excluded.digest_key, excluded.policy, excluded.address)`,
    ),
};

export const writeKinds: Readonly<Record<WrittenKind, WriteKind>> = {
  policies,
  hospitals,
  accounts,
  callers,
  ...coverKinds,
};
