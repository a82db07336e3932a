import { LABEL, type Label } from '../pii/page/labels.ts';
import { putRight } from '../pii/shapes.ts';
import { findIn } from '../search.ts';
import type { FindingType } from '../identifiers/types.ts';
import type { CheckedType } from './checks.ts';
import { occupied, type Source, type Span } from './source.ts';
import { compactOf, labelAt } from './tokens.ts';
import { letters, digits, NEAR_MISS, nearMisses, type FoundIdentifier } from './near-identifiers.ts';

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
