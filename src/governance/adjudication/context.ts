import type { ProductTerms } from '../../contract/product-terms.ts';
import type { Day } from '../dates.ts';
import type { BilledClaim, Cover } from './claim.ts';
import type { Vocabulary } from './vocabulary.ts';
import type { Worksheet } from './worksheet.ts';

/** Why a condition is undecided: it reads an input that the case does not state, or it failed. */
export interface Unknown {
  readonly unknown: string;
}

/** Decides the conditions of a rule set for one claim. */
export interface Conditions {
  readonly holds: (expression: string) => boolean | Unknown;
  /** Returns the value of an input in lower case; undefined if the case does not state it. */
  readonly text: (input: string) => string | undefined;
}

/** What the stages read that limit the claim as a whole. */
export interface LimitContext {
  readonly cover: Omit<Cover, 'slabs'>;
  readonly terms: ProductTerms;
  readonly conditions: Conditions;
  /** The head of each line; undefined if the rule set has no such head. */
  readonly heads: readonly (string | undefined)[];
  /** The sum insured on the day of admission, without bonus. */
  readonly sumInsured: bigint;
  /** The part of it whose waiting periods are over. */
  readonly served: bigint;
}

/** What the stages read that decide each line. */
export interface StageContext extends LimitContext {
  readonly claim: BilledClaim;
  readonly vocabulary: Vocabulary;
  readonly admission: Day;
  readonly discharge: Day;
}

/**
 * Returns whether a row of the terms applies. If its condition cannot be decided, the claim is referred and the row does not
 * apply.
 */
export const applies = (
  sheet: Worksheet,
  conditions: Conditions,
  what: string,
  when: string | undefined,
): boolean => {
  if (when === undefined) return true;
  const answer = conditions.holds(when);
  if (typeof answer === 'boolean') return answer;
  sheet.refer('RULE-UNKNOWN', `${what} cannot be decided: ${answer.unknown}`);
  return false;
};

export type StageWork = (sheet: Worksheet, context: StageContext) => void;
export type LimitWork = (sheet: Worksheet, context: LimitContext) => void;
