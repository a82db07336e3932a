import { panOfGstin } from '../identifiers/gstin.ts';
import { panHolder } from '../identifiers/pan.ts';
import type { DocumentAmount } from './collect-amounts.ts';
import { bankOfIfsc } from './banks.ts';
import { checkHolds, type CheckedType } from './checks.ts';
import type { FoundIdentifier } from './near-identifiers.ts';
import { suggestionFor } from './repair.ts';
import type { AmountDetail, Details, IdentifierDetail, ValueDetail } from './result.ts';
import type { Source, Span } from './source.ts';
import { gstState } from './states.ts';

/** Rounds to hundredths, because more digits would suggest a precision that does not exist. */
export const rounded = (confidence: number): number => Math.round(confidence * 100) / 100;

/** Describes a value by its place and a confidence that is at most the confidence with which its text was recognised. */
export const describeValue = (
  source: Source,
  found: Span & { readonly value: string; readonly confidence: number },
): ValueDetail => ({
  value: found.value,
  ...source.place(found),
  confidence: rounded(found.confidence * source.sureness(found)),
});

const describe = (source: Source, type: CheckedType, found: FoundIdentifier): IdentifierDetail => {
  const valid = checkHolds({ type, value: found.value });
  const suggestion = suggestionFor(type, found.value);
  // A valid check character partly compensates for uncertain recognition.
  const proven = valid && (type === 'gstin' || type === 'aadhaar') ? 0.5 : 0;
  return {
    valid,
    ...(suggestion !== undefined && { suggestion }),
    ...describeValue(source, found),
    confidence: rounded(found.confidence * (proven + (1 - proven) * source.sureness(found))),
  };
};

/** Describes each identifier that has a check, in text order. */
export const describeIdentifiers = (
  source: Source,
  identifiers: readonly FoundIdentifier[],
): Pick<Details, 'pans' | 'aadhaar' | 'gstin' | 'ifsc' | 'accounts'> => {
  const of = (type: CheckedType): IdentifierDetail[] =>
    identifiers.filter((found) => found.type === type).map((found) => describe(source, type, found));
  return {
    pans: of('pan').map((pan) => ({ ...pan, holder: panHolder(pan.value) ?? null })),
    aadhaar: of('aadhaar'),
    gstin: of('gstin').map((gstin) => ({
      ...gstin,
      state: gstState(gstin.value) ?? null,
      pan: panOfGstin(gstin.value) ?? null,
    })),
    ifsc: of('ifsc').map((ifsc) => ({ ...ifsc, bank: bankOfIfsc(ifsc.value) ?? null })),
    accounts: identifiers
      .filter(({ type }) => type === 'bank_account')
      .map((account) => describeValue(source, account)),
  };
};

export const describeAmounts = (
  source: Source,
  amounts: readonly DocumentAmount[],
): readonly AmountDetail[] =>
  amounts.map((amount) => ({
    raw: amount.raw,
    rupees: amount.rupees,
    form: amount.form,
    ...source.place(amount),
    confidence: rounded(amount.confidence * source.sureness(amount)),
  }));
