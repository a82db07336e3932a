/** Masks text that is stored or logged: ledger rows, run records, log lines, error messages. */
import { clipStart } from './text/clip.ts';
import { PUBLIC_TYPES, type FindingType } from './identifiers/types.ts';
import type { Candidate } from './pii/candidate.ts';
import { paginate, type Page } from './pii/page/page.ts';
import { maskSpan } from './pii/mask-span.ts';
import { findIn } from './scan.ts';
import { read, sourceEnd, sourceStart } from './text/reading.ts';

/** Minimum scan confidence for masking a JSON number, which may also be an amount or a time. */
const SURE = 0.7;

/** Masks one identifier that is known to be of `type`. Keeps separators. */
export const maskValue = (type: FindingType, value: string): string => {
  const reading = read(value);
  return reading.length === 0 ? value : maskSpan(reading, type, 0, reading.length);
};

/**
 * Masks the range of a page's source between the UTF-16 indices `from` and `until`. Identifiers with less than `least` confidence
 * are not masked.
 * @param found the page's identifiers in ascending order
 * @returns null if nothing was masked
 */
export const maskFound = (
  { reading }: Page,
  found: readonly Candidate[],
  { from, until, least }: { readonly from: number; readonly until: number; readonly least: number },
): string | null => {
  const { source } = reading;
  let out = '';
  let at = from;
  for (const { type, start, end, confidence } of found) {
    const first = sourceStart(reading, start);
    if (first >= until) break;
    if (first < at || confidence < least || PUBLIC_TYPES.has(type)) continue;
    out += source.slice(at, first) + maskSpan(reading, type, start, end);
    at = sourceEnd(reading, end);
  }
  return at === from ? null : out + source.slice(at, until);
};

/**
 * Masks `text` from unit `from`. Identifiers with less than `least` confidence are not masked. Returns null if nothing was found.
 */
const maskFrom = (text: string, from: number, least: number): string | null => {
  const page = paginate(text);
  return maskFound(page, findIn(page), { from, until: text.length, least });
};

/**
 * Masks every personal identifier in `text`: the scan's six main types and all others. Other text is unchanged. Masking text that
 * is already masked changes nothing.
 */
export const maskText = (text: string): string => maskFrom(text, 0, 0) ?? text;

/**
 * Maximum length of a label. Without a limit, a member name of several megabytes would be read again for each item in its list.
 */
const LONGEST_LABEL = 256;

const maskUnder = (name: string, value: string, least: number): string => {
  const label = `${clipStart(name, LONGEST_LABEL)}: `;
  return maskFrom(label + value, label.length, least) ?? value;
};

/**
 * Copies a JSON value and masks every string and member name. A member's name is its value's label. A number that is certainly an
 * identifier becomes a masked string.
 */
export const maskJson = (value: unknown): unknown => maskMember('', value);

const maskMember = (name: string, value: unknown): unknown => {
  if (typeof value === 'string') return name === '' ? maskText(value) : maskUnder(name, value, 0);
  if (typeof value === 'number' && Math.abs(value) >= 1e9 && Number.isInteger(value)) {
    const masked = maskUnder(name, String(value), SURE);
    return masked === String(value) ? value : masked;
  }
  if (Array.isArray(value)) return value.map((inner) => maskMember(name, inner));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [maskText(key), maskMember(key, inner)]),
  );
};
