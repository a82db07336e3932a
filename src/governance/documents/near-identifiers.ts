import type { FindingType } from '../identifiers/types.ts';
import { type Label, LABEL } from '../pii/page/label.ts';
import { type CheckedType, checkHolds } from './checks.ts';
import { type Source, type Span, occupied } from './source.ts';
import { labelAt, compactOf } from './tokens.ts';

/** Confidence of a labelled value that fails its check. */
export const NEAR_MISS = 0.5;
interface Near {
  readonly type: CheckedType;
  readonly label: Label;
  /** Minimum and maximum length of a value that still counts as a mistyped one. */
  readonly length: readonly [number, number];
  readonly looks: (value: string) => boolean;
}

/** Counts the capital letters. */
export const letters = (value: string): number => value.replaceAll(/[^A-Z]/g, '').length;

/** Counts the digits. */
export const digits = (value: string): number => value.replaceAll(/\D/g, '').length;
/** Describes labelled values that are malformed but were probably meant to be an identifier of that kind. */
const NEARS: readonly Near[] = [
  {
    type: 'pan',
    label: LABEL.pan,
    length: [8, 12],
    looks: (value) => letters(value) >= 3 && digits(value) >= 3,
  },
  {
    type: 'gstin',
    label: LABEL.gstin,
    length: [13, 17],
    looks: (value) => letters(value) >= 4 && digits(value) >= 4,
  },
  {
    type: 'ifsc',
    label: LABEL.ifsc,
    length: [9, 13],
    looks: (value) =>
      letters(value.slice(0, 4)) >= 3 && digits(value) + (value.match(/O/g)?.length ?? 0) >= 2,
  },
  {
    type: 'aadhaar',
    label: LABEL.aadhaar,
    length: [11, 13],
    looks: (value) =>
      digits(value) >= 8 && digits(value) + (value.match(/[OQDILZSGB]/g)?.length ?? 0) === value.length,
  },
];

const TOKEN = /[A-Za-z0-9]+(?:[ -][A-Za-z0-9]+){0,4}/g;
const WORD = /[A-Za-z0-9]{4,24}/g;
/** Finds labelled values that the scan did not accept. */
export const nearMisses = (source: Source, taken: readonly Span[]): FoundIdentifier[] => {
  const found: FoundIdentifier[] = [];
  const isTaken = occupied(taken);
  for (const match of source.plain.matchAll(WORD)) {
    const start = match.index;
    const value = match[0].toUpperCase();
    if (found.length > 0 && start < found.at(-1)!.end) continue;
    if (!/\d/.test(value)) continue;
    const label = labelAt(source, start);
    const near = NEARS.find((kind) => kind.label === label);
    if (near === undefined) continue;
    const span = widen(source, near, start, start + value.length);
    if (span === undefined || isTaken(span)) continue;
    const whole = compactOf(source, span);
    const confidence = checkHolds({ type: near.type, value: whole }) ? LABELLED : NEAR_MISS;
    found.push({ type: near.type, ...span, value: whole, confidence });
  }
  return found;
};

/** Returns the word itself, or the word and the groups after it, if these could be an intended value. */
const widen = (source: Source, near: Near, start: number, end: number): Span | undefined => {
  const fits = (span: Span): boolean => {
    const value = compactOf(source, span);
    // A masked value has at least three X in a row.
    if (value.includes('XXX')) return false;
    return value.length >= near.length[0] && value.length <= near.length[1] && near.looks(value);
  };
  if (fits({ start, end })) return { start, end };
  TOKEN.lastIndex = start;
  const match = TOKEN.exec(source.plain);
  if (match?.index !== start) return undefined;
  // Only groups with digits are added, because a word after the value does not belong to it.
  let to = end;
  for (const group of match[0].slice(end - start).matchAll(/[ -]([A-Za-z0-9]+)/g)) {
    if (!/\d/.test(group[1]!)) break;
    to += group[0].length;
    if (fits({ start, end: to })) return { start, end: to };
  }
  return undefined;
};

/** One of a document's identifiers, whether or not it passes its check. */
export interface FoundIdentifier extends Span {
  readonly type: FindingType;
  /** Capitals and digits without separators. */
  readonly value: string;
  readonly confidence: number;
}

/** Confidence of a labelled value that passes its check but is not written in a form that the scan accepts. */
const LABELLED = 0.9;
