/** What a document's text holds: pure, and linear in its length. */
import { IDENTIFIER_TYPES } from '../identifiers/types.ts';
import { findAmounts } from './amounts.ts';
import { describeAmounts, describeIdentifiers } from './describe.ts';
import type { Check } from './checks.ts';
import { findIdentifiers, isChecked, type FoundIdentifier } from './identifiers.ts';
import { redact } from './redact.ts';
import type { Details, Extraction, Fields } from './result.ts';
import { readSource } from './source.ts';
import { isValid, validationsOf, type DocumentType } from './verdict.ts';

/** An extraction that waits for its verdicts. */
export interface Draft {
  readonly type: DocumentType;
  readonly fields: Fields;
  readonly details: Details;
  readonly checks: readonly Check[];
  readonly fits: boolean;
  readonly notes: readonly string[];
  readonly redacted: string;
  readonly pii: readonly string[];
}

const valuesOf = (found: readonly FoundIdentifier[], type: FoundIdentifier['type']): string[] => [
  ...new Set(found.filter((one) => one.type === type).map(({ value }) => value)),
];

/** Reads a document of a kind, or of any kind for `auto`. Never throws; any string is a text. */
export const draftExtraction = (text: string, type: DocumentType): Draft => {
  const source = readSource(text);
  const identifiers = findIdentifiers(source, type);
  const amounts = findAmounts(source);
  const [pans, aadhaar, gstin, ifsc] = (['pan', 'aadhaar', 'gstin', 'ifsc'] as const).map((kind) =>
    valuesOf(identifiers, kind),
  ) as [string[], string[], string[], string[]];
  const fields: Fields = {
    ...(pans[0] !== undefined && { pan: pans[0] }),
    ...(aadhaar.length > 0 && { aadhaar }),
    ...(gstin.length > 0 && { gstin }),
    ...(ifsc[0] !== undefined && { ifsc: ifsc[0] }),
    ...(amounts.length > 0 && { amounts: amounts.map(({ raw }) => raw) }),
  };
  const details: Details = {
    ...describeIdentifiers(source, identifiers),
    amounts: describeAmounts(source, amounts),
  };
  const { fits, notes } = fitOf(type, identifiers, amounts.length);
  return {
    type,
    fields,
    details,
    checks: identifiers.flatMap((found) =>
      isChecked(found.type) ? [{ type: found.type, value: found.value }] : [],
    ),
    fits,
    notes,
    redacted: redact(source, identifiers, []),
    pii: IDENTIFIER_TYPES.filter((kind) => identifiers.some((found) => found.type === kind)).toSorted(),
  };
};

const fitOf = (
  type: DocumentType,
  identifiers: readonly FoundIdentifier[],
  amounts: number,
): { fits: boolean; notes: string[] } => {
  const has = (...types: readonly string[]): boolean =>
    identifiers.some((found) => types.includes(found.type));
  const fits =
    type === 'auto' ||
    (type === 'invoice'
      ? amounts > 0 || has('gstin')
      : type === 'bank'
        ? has('ifsc', 'bank_account')
        : has(type));
  return {
    fits,
    notes: fits ? [] : [`The text was said to be of type ${type}, and holds nothing of that kind.`],
  };
};

/** The extraction with the verdicts on its checks, in their order. */
export const concludeExtraction = (
  { checks, fits, ...rest }: Draft,
  passed: readonly boolean[],
): Extraction => {
  const validations = validationsOf(checks, passed);
  return { ...rest, fits, validations, valid: isValid(validations, fits) };
};
