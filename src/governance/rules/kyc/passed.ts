/** A rule that a claim passed. */
export interface PassedRule {
  /** The rule's code. */
  readonly stage: string;
  readonly detail: string;
}

const WHOLE: readonly (readonly [code: string, detail: string])[] = [
  ['AUTH-011', 'no waiting period applies'],
  ['BENX-005', 'the sum insured that is left and the room rent limit suffice'],
];

const ALWAYS: readonly (readonly [code: string, detail: string])[] = [
  ['KYC-PAN', "the PAN has the form of a person's"],
  ['KYC-AADHAAR', 'the Aadhaar number has a correct check digit'],
  ['ELIG-001', 'the policy is active'],
  ['ELIG-005', 'the admission is not after the cover'],
  ['ELIG-006', 'the admission is not before the cover'],
  ['ELIG-007', 'the hospital is in the network, or was not named'],
  ['PRCE-001', 'the amount is above zero, and the lines add up to it'],
  ['EXCL-001', 'no diagnosis or treatment is commonly excluded'],
  ['CODE-012', 'the dates do not contradict each other, and none lies ahead'],
  ['DUPL-001', 'no other claim has the same event or an overlapping stay of the patient'],
];

/**
 * Returns the rules that an approved claim passed, which are all of them, because a single finding would have
 * escalated it.
 * @param isAdjudicated whether a product's terms decided about waiting periods and benefits instead
 */
export const passedRules = (isAdjudicated: boolean): readonly PassedRule[] =>
  [...ALWAYS, ...(isAdjudicated ? [] : WHOLE)].map(([stage, detail]) => ({ stage, detail }));
