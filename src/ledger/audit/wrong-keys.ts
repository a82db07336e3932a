import { hash } from 'node:crypto';
import { type KeyRing, open } from '../../store/crypto/key-ring.ts';
import type { LostKeyParts, Pool } from './lost-key-parts.ts';

/** Number of values to open per day to check that their keys still work, and the maximum size of each. */
const OPENED = 50;
const OPENED_BYTES = 1024 * 1024;
interface Key {
  readonly ref: string;
  readonly key_id: string;
  readonly wrapped_key: Buffer;
  readonly size: number;
  readonly old: boolean;
}

/** Finds keys of sealed values that no longer open them. */
export const wrongKeys = async (
  { pool, vaultRing }: LostKeyParts,
  teamId: string,
): Promise<readonly string[]> => {
  const wrong: string[] = [];
  // The sample is the same all day, so that a finding persists. It depends on a key, so that nobody can predict it.
  const salt = vaultRing.sign(`opened/${teamId}/${new Date().toISOString().slice(0, 10)}`).toString('hex');
  let drawn: { readonly ref: string; readonly lot: string }[] = [];
  for (let after = ''; ;) {
    const { rows } = await pool.query<Key>(KEYS, [teamId, after]);
    for (const row of rows) {
      if (!unwraps(vaultRing, row)) wrong.push(rootOf(row.ref));
      else if (row.size <= OPENED_BYTES) drawn.push({ ref: row.ref, lot: hash('sha256', salt + row.ref) });
    }
    drawn = drawn.toSorted((a, b) => (a.lot < b.lot ? -1 : 1)).slice(0, OPENED);
    const last = rows.at(-1);
    if (last === undefined) break;
    after = last.ref;
  }
  for (const { ref } of drawn) {
    if (!(await opens(pool, vaultRing, teamId, ref))) wrong.push(rootOf(ref));
  }
  return wrong;
};

const rootOf = (ref: string): string => ref.split('/')[0]!;
/**
 * Tests whether a key can be unwrapped. Accepts a recent key that is missing from this worker's ring, because a rotation may be
 * in progress.
 */
const unwraps = (ring: KeyRing, { key_id: keyId, wrapped_key: bytes, old }: Key): boolean => {
  if (!ring.has(keyId)) return !old;
  try {
    return ring.open({ keyId, bytes }).length === 32;
  } catch {
    return false;
  }
};

const opens = async (pool: Pool, ring: KeyRing, teamId: string, ref: string): Promise<boolean> => {
  const { rows } = await pool.query<{ key_id: string; wrapped_key: Buffer | null; sealed: Buffer | null }>(
    'SELECT key_id, wrapped_key, sealed FROM case_vault WHERE team_id = $1 AND ref = $2',
    [teamId, ref],
  );
  const [row] = rows;
  // The value was erased in the meantime; the next check finds out why.
  if (row?.wrapped_key == null || row.sealed === null || !ring.has(row.key_id)) return true;
  try {
    open(ring.open({ keyId: row.key_id, bytes: row.wrapped_key }), row.sealed, `${teamId}/${ref}`);
    return true;
  } catch {
    return false;
  }
};

/** Reads keys in the vault's index order, without the sealed values themselves. */
const KEYS = `
  SELECT ref, key_id, wrapped_key, octet_length(sealed) AS size, created_at < now() - interval '1 day' AS old
  FROM case_vault WHERE team_id = $1 AND ref ~>~ $2 AND wrapped_key IS NOT NULL AND sealed IS NOT NULL
  ORDER BY ref USING ~<~ LIMIT 1000`;
