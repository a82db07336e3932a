import { panOfGstin } from '../identifiers/gstin.ts';
import { panHolder } from '../identifiers/pan.ts';
import type { FoundAmount } from './amounts.ts';
import { bankOfIfsc } from './banks.ts';
import { checkHolds, type CheckedType } from './checks.ts';
import type { FoundIdentifier } from './identifiers.ts';
import { suggestionFor } from './repair.ts';
import type { AmountDetail, Details, IdentifierDetail } from './result.ts';
import type { Source } from './source.ts';
import { gstState } from './states.ts';

const describe = (source: Source, type: CheckedType, found: FoundIdentifier): IdentifierDetail => {
  const suggestion = suggestionFor(type, found.value);
  return {
    value: found.value,
    valid: checkHolds({ type, value: found.value }),
    ...(suggestion !== undefined && { suggestion }),
    ...source.place(found),
    confidence: found.confidence,
  };
};

/** What is known about each identifier that has a check, in the order of the text. */
export const describeIdentifiers = (
  source: Source,
  identifiers: readonly FoundIdentifier[],
): Pick<Details, 'pans' | 'aadhaar' | 'gstin' | 'ifsc'> => {
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
  };
};

export const describeAmounts = (source: Source, amounts: readonly FoundAmount[]): readonly AmountDetail[] =>
  amounts.map((amount) => ({
    raw: amount.raw,
    rupees: amount.rupees,
    ...source.place(amount),
    confidence: amount.confidence,
  }));
