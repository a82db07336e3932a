/** Limits the values and findings in a ledger row. A row has at most 64 KiB, and a case can have more. */
import type { Reason } from '../rules/reason.ts';
import type { Detail } from './done.ts';
import { type Members, type Nested, shownValue } from './values.ts';

/** Number of members, of reasons and of codes that are written out. */
const WRITTEN_OUT = 20;

/** Maximum number of characters of a reason's detail in a row. */
const LONGEST_REASON = 700;

/** Maximum size in bytes of the values that a row shows. Masking can make them a little longer. */
const MOST_BYTES = 16_384;

/** Joins names in a text; after the twentieth, it only states how many more there are. */
export const namedOut = (names: readonly string[]): readonly string[] =>
  names.length <= WRITTEN_OUT
    ? names
    : [...names.slice(0, WRITTEN_OUT), `and ${names.length - WRITTEN_OUT} more`];

/** Returns names for a row, with their number if there are more than it shows. */
export const shownNames = (name: string, names: readonly string[]): Detail => ({
  [name]: names.slice(0, WRITTEN_OUT),
  ...(names.length > WRITTEN_OUT && { [`${name}_count`]: names.length }),
});

/** Returns reasons for a row, with their number if there are more than it shows. */
export const shownReasons = (reasons: readonly Reason[]): Detail => ({
  reasons: reasons.slice(0, WRITTEN_OUT).map(({ code, detail }) => ({
    code,
    detail: detail.length <= LONGEST_REASON ? detail : `${detail.slice(0, LONGEST_REASON)}…`,
  })),
  ...(reasons.length > WRITTEN_OUT && { reasons_count: reasons.length }),
});

/** Returns values for a row under a name. Those that do not fit are left out, and are named under `left_out`. */
export const shownMembers = (name: string, members: Members): Detail => {
  const shown: Record<string, Detail[string]> = {};
  const leftOut: string[] = [];
  let left = MOST_BYTES;
  for (const [member, value] of Object.entries(members)) {
    const one = shownValue(value);
    const size = Buffer.byteLength(JSON.stringify(one)) + member.length;
    if (size > left) leftOut.push(member);
    else {
      shown[member] = one;
      left -= size;
    }
  }
  return { [name]: shown, ...(leftOut.length > 0 && { left_out: leftOut }) };
};

/**
 * Returns a record for a row: its numbers and flags, and under `texts` the names of the members that contain
 * texts. A text may be a name or an address, which masking does not find, and rows stay when the record is
 * erased.
 */
export const shownRecord = (record: Members): Detail => {
  const [texts, others] = [true, false].map((wanted) =>
    Object.entries(record).filter(([, value]) => hasText(value) === wanted),
  );
  return {
    ...shownMembers('record', Object.fromEntries(others!)),
    ...(texts!.length > 0 && { texts: texts!.map(([name]) => name) }),
  };
};

const hasText = (value: Nested): boolean =>
  typeof value === 'string' || (typeof value === 'object' && Object.values(value).some(hasText));
