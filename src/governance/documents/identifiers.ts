import { LABEL, type Label } from '../pii/page/labels.ts';
import { putRight } from '../pii/shapes.ts';
import { findIn } from '../search.ts';
import type { FindingType } from '../identifiers/types.ts';
import { checkHolds, type CheckedType } from './checks.ts';
import { occupied, type Source, type Span } from './source.ts';
import { compactOf, labelAt } from './tokens.ts';

/** One of a document's identifiers, whether or not it passes its check. */
export interface FoundIdentifier extends Span {
  readonly type: FindingType;
  /** Capitals and digits without separators. */
  readonly value: string;
  readonly confidence: number;
}

/** Confidence of a labelled value that fails its check. */
const NEAR_MISS = 0.5;
/** Confidence of a labelled value that passes its check but is not written in a form that the scan accepts. */
const LABELLED = 0.9;

interface Near {
  readonly type: CheckedType;
  readonly label: Label;
  /** Minimum and maximum length of a value that still counts as a mistyped one. */
  readonly length: readonly [number, number];
  readonly looks: (value: string) => boolean;
}

const letters = (value: string): number => value.replaceAll(/[^A-Z]/g, '').length;
const digits = (value: string): number => value.replaceAll(/\D/g, '').length;

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
const nearMisses = (source: Source, taken: readonly Span[]): FoundIdentifier[] => {
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

/** Words that appear on Aadhaar cards and rarely anywhere else. */
const CARD = /unique identification|government of india|भारत सरकार|aadhaar|aadhar|आधार|uidai/i;

export const isAadhaarCard = ({ plain }: Source): boolean => CARD.test(plain);

const TWELVE = /(?<![\d.,-]|[A-Za-z])\d{4}([ -]?)\d{4}\1\d{4}(?![\d%]|[.,-]\d|[A-Za-z]|[ -]\d)/g;
const CONTRARY: ReadonlySet<Label> = new Set<Label>([
  LABEL.vid,
  LABEL.card,
  LABEL.phone,
  LABEL.account,
  LABEL.other,
  LABEL.id,
  LABEL.money,
]);

/**
 * Finds twelve digits that fail the check on an Aadhaar card, or in a document that the caller declared to be one. They still
 * count as the card's number.
 */
const unlabelledAadhaar = (source: Source, taken: readonly Span[]): FoundIdentifier[] => {
  const found: FoundIdentifier[] = [];
  const isTaken = occupied(taken);
  for (const match of source.plain.matchAll(TWELVE)) {
    const span = { start: match.index, end: match.index + match[0].length };
    if (isTaken(span) || CONTRARY.has(labelAt(source, span.start))) continue;
    found.push({ type: 'aadhaar', ...span, value: compactOf(source, span), confidence: NEAR_MISS });
  }
  return found;
};

const ANNOUNCED: Readonly<Partial<Record<string, { readonly type: CheckedType; readonly shape: string }>>> = {
  pan: { type: 'pan', shape: 'LLLLLDDDDL' },
  gstin: { type: 'gstin', shape: 'DDLLLLLDDDDLAAA' },
  bank: { type: 'ifsc', shape: 'LLLLDAAAAAA' },
};

/**
 * Finds values of the declared kind. If the caller declared the document's kind, a value does not need a label if it has the
 * right shape apart from misread characters.
 */
const announced = (source: Source, kind: string, taken: readonly Span[]): FoundIdentifier[] => {
  const wanted = ANNOUNCED[kind];
  if (wanted === undefined) return [];
  const found: FoundIdentifier[] = [];
  const isTaken = occupied(taken);
  for (const match of source.plain.matchAll(/(?<![A-Za-z0-9])[A-Z0-9]{10,15}(?![A-Za-z0-9])/g)) {
    const span = { start: match.index, end: match.index + match[0].length };
    const right = putRight(match[0], wanted.shape);
    if (right === undefined || digits(match[0]) < 2 || letters(match[0]) < 2) continue;
    const wrong = [...right].filter((char, at) => char !== match[0][at]).length;
    if (wrong > 3 || isTaken(span)) continue;
    found.push({ type: wanted.type, ...span, value: match[0], confidence: NEAR_MISS });
  }
  return found;
};

/**
 * Finds all of a document's identifiers in order: those that the scan finds, and those that a label or the caller's declaration
 * points to.
 */
export const findIdentifiers = (source: Source, kind: string): readonly FoundIdentifier[] => {
  const found: FoundIdentifier[] = findIn(source.page).map((candidate) => ({
    ...candidate,
    value:
      candidate.type === 'email' || candidate.type === 'upi'
        ? source.plain.slice(candidate.start, candidate.end)
        : compactOf(source, candidate),
  }));
  found.push(...announced(source, kind, found));
  if (kind === 'aadhaar' || isAadhaarCard(source)) found.push(...unlabelledAadhaar(source, found));
  found.push(...nearMisses(source, found));
  return found.toSorted((a, b) => a.start - b.start);
};

export const isChecked = (type: FindingType): type is CheckedType =>
  type === 'pan' || type === 'aadhaar' || type === 'gstin' || type === 'ifsc';
