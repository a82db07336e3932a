import { adjudicate } from '../adjudication/pipeline/adjudicate.ts';
import type { BilledClaim } from '../adjudication/claim.ts';
import type { Conditions } from '../adjudication/context.ts';
import type { Adjudication } from '../adjudication/result.ts';
import { slabsBegun } from '../adjudication/served-cover.ts';
import type { CompiledRuleSet } from './compile.ts';
import { evaluateTables, type Evaluation } from './evaluate.ts';
import { isUnknown, type Value, type Values } from './expressions.ts';
import { valuesFor } from './values.ts';

/**
 * Adjudicates a claim under a rule set with terms: its tables first, whose findings refer or exclude the claim, then the stages.
 * @param stated the inputs that the case states; those that follow from the claim are added (`days_since_start`, `stay_days`,
 *   `claimed`, `sum_insured`)
 */
export const adjudicateUnder = (
  compiled: CompiledRuleSet,
  claim: BilledClaim,
  stated: Readonly<Record<string, Value | undefined>>,
): Adjudication | Pick<Adjudication, 'findings'> => {
  const { set, vocabulary } = compiled;
  if (set.terms === undefined || vocabulary === undefined)
    throw new Error(`the rule set ${set.id} has no terms of a product`);
  const { values, hits, undecided } = evaluateClaim(compiled, claim, stated);
  const gates = [
    ...hits.flatMap(({ code, detail, clause, excludes, exclusion }) =>
      code === undefined
        ? []
        : [
            {
              code,
              detail: `${detail ?? ''}${exclusion === undefined ? '' : ` (${exclusion})`}`,
              clause: clause ?? set.title,
              excludes,
            },
          ],
    ),
    ...undecided.map((reason) => ({ ...reason, clause: set.title, excludes: false })),
  ];
  return adjudicate({
    claim,
    terms: set.terms,
    vocabulary,
    conditions: conditionsOf(compiled, values),
    gates,
  });
};

/** Evaluates the tables of a rule set with terms for a claim. */
export const evaluateClaim = (
  compiled: CompiledRuleSet,
  claim: BilledClaim,
  stated: Readonly<Record<string, Value | undefined>>,
): Evaluation & { readonly values: Values } => {
  const values = valuesFor(compiled.set, { ...stated, ...derivedFrom(claim) });
  return { values, ...evaluateTables(compiled, values) };
};

const conditionsOf = ({ conditions }: CompiledRuleSet, values: Values): Conditions => ({
  holds: (expression) => {
    const answer = conditions.get(expression)?.(values) ?? {
      unknown: 'the condition is not part of the rule set',
    };
    return isUnknown(answer) ? answer : answer === true;
  },
  text: (input) => {
    const value = values[input];
    return typeof value === 'string' && value.trim() !== '' ? value.trim().toLowerCase() : undefined;
  },
});

const derivedFrom = ({
  admission,
  discharge,
  lines,
  cover,
}: BilledClaim): Readonly<Record<string, Value | undefined>> => {
  const begun = admission === undefined ? [] : slabsBegun(cover.slabs, admission);
  const first = begun[0];
  return {
    claimed: lines.reduce((sum, { amount }) => sum + amount, 0n),
    days_since_start:
      admission === undefined || first === undefined ? undefined : BigInt(admission - first.since),
    stay_days: admission === undefined || discharge === undefined ? undefined : BigInt(discharge - admission),
    sum_insured: begun.at(-1)?.sumInsured,
  };
};
