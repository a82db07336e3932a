import { sql } from 'kysely';
import { maskValue } from '../../../governance/mask.ts';
import { counterKeyOf } from '../../../governance/records/cover-shapes.ts';
import type { WrittenKind } from '../../../governance/records/shapes.ts';
import { countWritten, needsPolicy, type WriteKind } from './kind.ts';

const products: WriteKind = {
  staged: { code: 'text', title: 'text', rule_set: 'text' },
  keyField: 'code',
  stage: (values) => [values['code']!, values['title']!, values['rule_set']!],
  upsert: async (tx, { teamId, rows }) =>
    countWritten(
      tx,
      sql`INSERT INTO products AS p (team_id, code, title, rule_set)
        SELECT ${teamId}, code, title, rule_set FROM ${rows} ORDER BY code
        ON CONFLICT (team_id, code) DO UPDATE SET title = excluded.title, rule_set = excluded.rule_set
        WHERE (p.title, p.rule_set) IS DISTINCT FROM (excluded.title, excluded.rule_set)`,
    ),
};

const members: WriteKind = {
  staged: {
    number: 'text',
    policy: 'text',
    pan_key: 'text',
    pan_masked: 'text',
    aadhaar_key: 'text',
    aadhaar_masked: 'text',
    birth: 'date',
    joined: 'date',
    pre_existing: 'text',
  },
  keyField: 'number',
  stage: (values, digest) => {
    const { pan, aadhaar } = values;
    return [
      values['number']!,
      values['policy']!,
      pan == null ? null : digest.of('pan', pan).bytes.toString('hex'),
      pan == null ? null : maskValue('pan', pan),
      aadhaar == null ? null : digest.of('aadhaar', aadhaar).bytes.toString('hex'),
      aadhaar == null ? null : maskValue('aadhaar', aadhaar),
      values['birth'] ?? null,
      values['joined']!,
      values['pre_existing'] ?? null,
    ];
  },
  orphan: needsPolicy,
  // A row replaces the whole member, because a number that is stored under an earlier key could not be
  // compared with the new ones.
  upsert: async (tx, { teamId, digest, rows }) =>
    countWritten(
      tx,
      sql`INSERT INTO members AS m (team_id, number, policy, pan_key, pan_masked, aadhaar_key, aadhaar_masked, digest_key,
          birth, joined, pre_existing)
        SELECT ${teamId}, number, policy, decode(pan_key, 'hex'), pan_masked, decode(aadhaar_key, 'hex'), aadhaar_masked,
          ${digest.keyId}, birth, joined,
          ARRAY(SELECT jsonb_array_elements_text(coalesce(pre_existing, '[]')::jsonb))
        FROM ${rows} ORDER BY number
        ON CONFLICT (team_id, number) DO UPDATE SET policy = excluded.policy, pan_key = excluded.pan_key,
          pan_masked = excluded.pan_masked, aadhaar_key = excluded.aadhaar_key, aadhaar_masked = excluded.aadhaar_masked,
          digest_key = excluded.digest_key, birth = excluded.birth, joined = excluded.joined,
          pre_existing = excluded.pre_existing, updated_at = now()
        WHERE (m.policy, m.pan_key, m.aadhaar_key, m.digest_key, m.birth, m.joined, m.pre_existing)
          IS DISTINCT FROM (excluded.policy, excluded.pan_key, excluded.aadhaar_key, excluded.digest_key, excluded.birth,
            excluded.joined, excluded.pre_existing)`,
    ),
};

const counters: WriteKind = {
  staged: {
    key: 'text',
    policy: 'text',
    year_from: 'date',
    benefit: 'text',
    member: 'text',
    used_paise: 'bigint',
  },
  keyField: 'key',
  stage: (values) => [
    counterKeyOf(values),
    values['policy']!,
    values['year']!,
    values['benefit']!,
    values['member'] ?? '',
    values['used']!,
  ],
  orphan: needsPolicy,
  upsert: async (tx, { teamId, rows }) =>
    countWritten(
      tx,
      sql`INSERT INTO counters AS c (team_id, key, policy, year_from, benefit, member, used_paise)
        SELECT ${teamId}, key, policy, year_from, benefit, member, used_paise FROM ${rows} ORDER BY key
        ON CONFLICT (team_id, policy, year_from, benefit, member)
          DO UPDATE SET used_paise = excluded.used_paise, updated_at = now()
        WHERE c.used_paise <> excluded.used_paise`,
    ),
};

/** Records of products' covers. */
export const coverKinds = { products, members, counters } as const satisfies Partial<
  Record<WrittenKind, WriteKind>
>;
