import { type RawBuilder, sql } from 'kysely';
import { mobile, recordNumber } from '../../../governance/records/cells.ts';
import type { WrittenKind } from '../../../governance/records/shapes.ts';
import { nameKey } from '../../../governance/text/plain.ts';
import type { Digest } from '../../../store/records/digest.ts';

const CALLER_ID = /^caller_[0-9a-f]{32}$/;

export const isCallerId = (key: string): boolean => CALLER_ID.test(key);

/** Returns the condition for the record that an address names; undefined if no record can have that key. */
export const whereKey = (kind: WrittenKind, key: string, digest: Digest): RawBuilder<boolean> | undefined => {
  if (kind === 'hospitals') return sql`r.name_key = ${nameKey(key)}`;
  if (kind === 'callers') {
    if (isCallerId(key)) return sql`r.id = ${key}`;
    const phone = mobile(key);
    return typeof phone === 'string'
      ? sql`r.phone_key = ANY (${digest.of('phone', phone).any}::bytea[])`
      : undefined;
  }
  if (kind === 'counters') return sql`r.key = ${key}`;
  const number = recordNumber(key);
  if (typeof number !== 'string') return undefined;
  return kind === 'products' ? sql`r.code = ${number}` : sql`r.number = ${number}`;
};
