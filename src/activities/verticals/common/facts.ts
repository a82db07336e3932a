import type { Reason, RiskScore } from '../../../governance/rules/reason.ts';
import type { RulesVerdict } from '../../../governance/live/verdict.ts';
import type { JsonObject } from '../../../ledger/index.ts';
import type { StepContext } from './step.ts';

/** Returns the detail of an earlier step. @throws Error when the step is missing, which is a bug in the workflow */
export const factsOf = (context: Pick<StepContext, 'facts'>, step: number): JsonObject => {
  const facts = context.facts[step];
  if (facts === undefined) throw new Error(`step ${step} has no facts`);
  return facts;
};

/** Returns a text member of a detail, or '' if it is anything else. */
export const textFact = (facts: JsonObject, name: string): string => {
  const value = facts[name];
  return typeof value === 'string' ? value : '';
};

/** Returns reasons as a ledger detail holds them. */
export const reasonsToFacts = (reasons: readonly Reason[]): readonly JsonObject[] =>
  reasons.map(({ code, detail }) => ({ code, detail }));

/** The inverse of {@link reasonsToFacts}. */
export const reasonsFrom = (facts: JsonObject): readonly Reason[] =>
  ((facts['reasons'] ?? []) as readonly JsonObject[]).map((reason) => ({
    code: textFact(reason, 'code'),
    detail: textFact(reason, 'detail'),
  }));

/** Returns the decision `good`, unless a reason hands the case to a person. */
export const decisionUnless = (reasons: readonly Reason[], good: string): RulesVerdict => ({
  decision: reasons.length === 0 ? good : 'escalate',
  reasons,
});

/** Returns the `risk` member of a detail, as the run shows it. */
export const riskFrom = (facts: JsonObject): RiskScore | null => (facts['risk'] ?? null) as RiskScore | null;

/** Returns a number with its noun, such as `2 findings` or `1 finding`. */
export const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;

/** Returns ` (CODE-1, CODE-2)`, or nothing when there are no reasons. */
export const codesOf = (reasons: readonly Reason[]): string =>
  reasons.length === 0 ? '' : ` (${reasons.map(({ code }) => code).join(', ')})`;

/** Returns a state's name as words: `wrong_shape` becomes `wrong shape`. */
export const inWords = (state: string): string => state.replaceAll('_', ' ');
