import type { Answers } from '../../../connectors/look-up.ts';
import type { Reason, RiskScore } from '../../../governance/rules/reason.ts';
import type { RulesVerdict } from '../../../governance/live/verdict.ts';
import type { JsonObject } from '../../../ledger/index.ts';
import type { StepContext } from './step.ts';

/** Returns an earlier step's detail. @throws Error if the step is missing, which is a bug in the workflow */
export const factsOf = (context: Pick<StepContext, 'facts'>, step: number): JsonObject => {
  const facts = context.facts[step];
  if (facts === undefined) throw new Error(`step ${step} has no facts`);
  return facts;
};

/** Returns one of a detail's fields as a string, or '' if the field is not a string. */
export const textFact = (facts: JsonObject, name: string): string => {
  const value = facts[name];
  return typeof value === 'string' ? value : '';
};

/** Returns where records came from, by kind; empty for records from our own tables. */
export const sourcesToFacts = (answers: Answers): JsonObject => {
  const sources = Object.entries(answers).map(([kind, { source }]) => [kind, source] as const);
  return sources.length === 0 ? {} : { sources: Object.fromEntries(sources) };
};

/** Returns whether a connector served a kind of record to an earlier step. */
export const isFromConnector = (facts: JsonObject, kind: keyof Answers): boolean =>
  ((facts['sources'] ?? {}) as JsonObject)[kind] !== undefined;

/** Returns reasons in the form used in ledger details. */
export const reasonsToFacts = (reasons: readonly Reason[]): readonly JsonObject[] =>
  reasons.map(({ code, detail }) => ({ code, detail }));

/** Converts facts back to reasons; the inverse of {@link reasonsToFacts}. */
export const reasonsFrom = (facts: JsonObject): readonly Reason[] =>
  ((facts['reasons'] ?? []) as readonly JsonObject[]).map((reason) => ({
    code: textFact(reason, 'code'),
    detail: textFact(reason, 'detail'),
  }));

/** Returns the decision `good`, unless one of the reasons requires a person. */
export const decisionUnless = (reasons: readonly Reason[], good: string): RulesVerdict => ({
  decision: reasons.length === 0 ? good : 'escalate',
  reasons,
});

/** Returns the risk score in a detail's `risk` field; null if there is none. */
export const riskFrom = (facts: JsonObject): RiskScore | null => (facts['risk'] ?? null) as RiskScore | null;

/** Returns a number with its noun, such as `2 findings` or `1 finding`. */
export const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;

/** Returns ` (CODE-1, CODE-2)`, or an empty string if there are no reasons. */
export const codesOf = (reasons: readonly Reason[]): string =>
  reasons.length === 0 ? '' : ` (${reasons.map(({ code }) => code).join(', ')})`;

/** Returns a state's name as words: `wrong_shape` becomes `wrong shape`. */
export const inWords = (state: string): string => state.replaceAll('_', ' ');
