import type { Reason, Risk } from '../../store/db/schema.ts';
import type { RulesVerdict } from '../../governance/live/verdict.ts';
import type { JsonObject } from '../../ledger/index.ts';
import type { StepContext } from './step.ts';

/** The detail of an earlier step. A step that is not there is a bug of the workflow, so this throws. */
export const factsOf = (context: Pick<StepContext, 'facts'>, step: number): JsonObject => {
  const facts = context.facts[step];
  if (facts === undefined) throw new Error(`step ${step} left no facts`);
  return facts;
};

/** A member of a detail that is text; '' when it is anything else. */
export const textFact = (facts: JsonObject, name: string): string => {
  const value = facts[name];
  return typeof value === 'string' ? value : '';
};

/** Reasons as a ledger detail holds them. */
export const reasonsToFacts = (reasons: readonly Reason[]): readonly JsonObject[] =>
  reasons.map(({ code, detail }) => ({ code, detail }));

/** The inverse of {@link reasonsToFacts}. */
export const reasonsFrom = (facts: JsonObject): readonly Reason[] =>
  ((facts['reasons'] ?? []) as readonly JsonObject[]).map((reason) => ({
    code: textFact(reason, 'code'),
    detail: textFact(reason, 'detail'),
  }));

/** The decision where any reason hands the case to a person. */
export const decisionUnless = (reasons: readonly Reason[], good: string): RulesVerdict => ({
  decision: reasons.length === 0 ? good : 'escalate',
  reasons,
});

/** The `risk` member of a detail, as the run shows it. */
export const riskFrom = (facts: JsonObject): Risk | null => (facts['risk'] ?? null) as Risk | null;

/** `2 findings`, `1 finding`. */
export const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;

/** ` (CODE-1, CODE-2)`, or nothing when there are no reasons. */
export const codesOf = (reasons: readonly Reason[]): string =>
  reasons.length === 0 ? '' : ` (${reasons.map(({ code }) => code).join(', ')})`;

/** A state's name as words: `wrong_shape` is `wrong shape`. */
export const inWords = (state: string): string => state.replaceAll('_', ' ');
