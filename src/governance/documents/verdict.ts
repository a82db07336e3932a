import { CHECK_NAMES, CHECKED_TYPES, type Check, type CheckName } from './checks.ts';

export const DOCUMENT_TYPES = ['auto', 'pan', 'aadhaar', 'gstin', 'invoice', 'bank'] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];

export type Validations = Partial<Record<CheckName, boolean>>;

/** Returns one verdict per kind of value found: whether all of its values passed. */
export const validationsOf = (checks: readonly Check[], passed: readonly boolean[]): Validations => {
  const validations: Validations = {};
  for (const type of CHECKED_TYPES) {
    const verdicts = passed.filter((_, at) => checks[at]!.type === type);
    if (verdicts.length > 0) validations[CHECK_NAMES[type]] = verdicts.every(Boolean);
  }
  return validations;
};

/** Returns whether all checks passed. A document that does not fit its declared kind is not valid. */
export const isValid = (validations: Validations, fits: boolean): boolean =>
  fits && Object.values(validations).every(Boolean);
