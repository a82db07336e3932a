/** Extracts data from a document's text. Pure, and linear in the length of the text. */
import { IDENTIFIER_TYPES } from '../identifiers/types.ts';
import { collectAmounts, type DocumentAmount } from './collect-amounts.ts';
import { findDates, findYearOfBirth, type FoundDate } from './dates.ts';
import { describeAmounts, describeIdentifiers, describeValue } from './describe.ts';
import type { Check } from './checks.ts';
import { findIdentifiers, isAadhaarCard, isChecked } from './identifiers.ts';
import type { FoundIdentifier } from './near-identifiers.ts';
import { findInvoice } from './invoice.ts';
import { findPeople, type People } from './names.ts';
import { fitsKind, notesOn } from './notes.ts';
import { isPanCard, readPanCard } from './pan-card.ts';
import { redact, type Personal } from './redact.ts';
import type { Details, Extraction, Fields } from './result.ts';
import { occupied, readSource, type RecognisedWord, type Source, type Span } from './source.ts';
import { isValid, validationsOf, type DocumentType } from './verdict.ts';

/** An extraction that still needs its verdicts. */
export type Draft = Omit<Extraction, 'validations' | 'valid'> & { readonly checks: readonly Check[] };

/**
 * Reads a document of a given kind, or of any kind for `auto`. Never throws, and accepts any string.
 * @param words confidence of each recognised word, if the text comes from a picture
 */
export const draftExtraction = (
  text: string,
  type: DocumentType,
  words: readonly RecognisedWord[] = [],
): Draft => {
  const source = readSource(text, words);
  const identifiers = findIdentifiers(source, type);
  const isTaken = occupied(identifiers);
  const isPan = type === 'pan';
  const dates = datesOf(source, isPan).filter((date) => !isTaken(date));
  const birth = birthOf(source, dates);
  const isCard = type === 'aadhaar' || isAadhaarCard(source);
  const people = findPeople(source, { born: birth, isCard, isPan });
  const invoice = findInvoice(source, identifiers);
  const amounts = collectAmounts(source, type === 'invoice' ? (invoice?.sums ?? []) : []);
  const details: Details = {
    ...describeIdentifiers(source, identifiers),
    amounts: describeAmounts(source, amounts),
    dates: dates.map((date) => ({ kind: date.kind, ...describeValue(source, date) })),
    name: people.name === undefined ? null : describeValue(source, people.name),
    relative_name: people.relative === undefined ? null : describeValue(source, people.relative),
    date_of_birth: birth === undefined ? null : describeValue(source, birth),
    invoice: invoice?.detail ?? null,
  };
  const fits = fitsKind(type, identifiers, amounts, details.invoice);
  return {
    type,
    fields: fieldsOf(identifiers, amounts),
    details,
    checks: identifiers.flatMap(({ type: kind, value }) => (isChecked(kind) ? [{ type: kind, value }] : [])),
    fits,
    notes: notesOn(type, fits, details, amounts),
    redacted: redact(source, identifiers, personalOf(people, birth, dates)),
    pii: IDENTIFIER_TYPES.filter((kind) => identifiers.some((found) => found.type === kind)).toSorted(),
  };
};

/** Completes the extraction with the verdicts on its checks, given in the same order as the checks. */
export const concludeExtraction = ({ checks, ...rest }: Draft, passed: readonly boolean[]): Extraction => {
  const validations = validationsOf(checks, passed);
  return { ...rest, validations, valid: isValid(validations, rest.fits) };
};

const fieldsOf = (identifiers: readonly FoundIdentifier[], amounts: readonly DocumentAmount[]): Fields => {
  const valuesOf = (type: FoundIdentifier['type']): string[] => [
    ...new Set(identifiers.filter((found) => found.type === type).map(({ value }) => value)),
  ];
  const [pan] = valuesOf('pan');
  const aadhaar = valuesOf('aadhaar');
  const gstin = valuesOf('gstin');
  const [ifsc] = valuesOf('ifsc');
  const raw = amounts.filter(({ repeats, unsure }) => !repeats && !unsure).map((amount) => amount.raw);
  return {
    ...(pan !== undefined && { pan }),
    ...(aadhaar.length > 0 && { aadhaar }),
    ...(gstin.length > 0 && { gstin }),
    ...(ifsc !== undefined && { ifsc }),
    ...(raw.length > 0 && { amounts: raw }),
  };
};

/** On a PAN card, the only date that is alone on its line is the date of birth, which older cards do not label. */
const datesOf = (source: Source, isPan: boolean): readonly FoundDate[] => {
  const dates = findDates(source);
  if (!isPanCard(source, isPan) || dates.some(({ kind }) => kind === 'date_of_birth')) return dates;
  const { birth } = readPanCard(source);
  return dates.map((date) => (date.start === birth?.start ? { ...date, kind: 'date_of_birth' } : date));
};

type Birth = Span & { readonly value: string; readonly confidence: number };

const birthOf = (source: Source, dates: readonly FoundDate[]): Birth | undefined => {
  const day = dates.find(({ kind }) => kind === 'date_of_birth');
  if (day !== undefined) return day;
  const year = findYearOfBirth(source);
  return year === undefined ? undefined : { ...year, confidence: 0.9 };
};

const personalOf = (
  { all }: People,
  birth: Birth | undefined,
  dates: readonly FoundDate[],
): readonly Personal[] => [
  ...all.map((found) => ({ ...found, kind: 'name' as const })),
  ...[
    birth,
    ...dates.filter(({ kind, value }) => kind === 'date_of_birth' || value === birth?.value),
  ].flatMap((found) => (found === undefined ? [] : [{ ...found, kind: 'day' as const }])),
];
