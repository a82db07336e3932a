/** Masks text that is stored or logged: ledger rows, run records, log lines, error messages. */
import type { FindingType } from './identifiers/types.ts';
import {
  isLongNumber,
  knownBeside,
  type KnownValues,
  labelled,
  NOTHING_KNOWN,
  scanOf,
  SURE,
} from './known.ts';
import { mapJson } from './json-walk.ts';
import { maskSpan } from './pii/mask-span.ts';
import { maskScanned } from './scanned.ts';
import { read } from './text/reading.ts';

/** Masks one identifier that is known to be of `type`. Keeps separators. */
export const maskValue = (type: FindingType, value: string): string => {
  const reading = read(value);
  return reading.length === 0 ? value : maskSpan(reading, type, 0, reading.length);
};

/**
 * Masks every personal identifier in `text`, the scan's six main types and all others, at every place where it occurs. Other
 * text is unchanged. Masking text that is already masked changes nothing.
 * @param known identifiers found elsewhere in the same record
 */
export const maskText = (text: string, known: KnownValues = NOTHING_KNOWN): string =>
  maskScanned(scanOf(text, known), known.indexes);

/**
 * Copies a JSON value and masks every string and member name. A member's name is its value's label. A number that is certainly
 * an identifier becomes a masked string. An identifier found in one string is masked in all strings of the value.
 * @param known identifiers found elsewhere in the same record
 */
export const maskJson = (value: unknown, known: KnownValues = NOTHING_KNOWN): unknown =>
  maskMembers(value, knownBeside(known, value));

const maskUnder = (name: string, value: string, least: number, known: KnownValues): string => {
  const { text, from } = labelled(name, value);
  return maskScanned(scanOf(text, known), known.indexes, { from, least });
};

const maskMembers = (value: unknown, known: KnownValues): unknown =>
  mapJson(value, {
    name: (name) => maskText(name, known),
    leaf: (leaf, name) => {
      if (typeof leaf === 'string') return maskUnder(name, leaf, 0, known);
      if (!isLongNumber(leaf)) return leaf;
      const masked = maskUnder(name, String(leaf), SURE, known);
      return masked === String(leaf) ? leaf : masked;
    },
  });
