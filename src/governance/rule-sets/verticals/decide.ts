import type { Reason } from '../../rules/reason.ts';
import type { Facts } from '../built-in/facts.ts';
import type { CompiledRuleSet } from '../compile.ts';
import { evaluateTables, reasonsOf, sumsOf, type Hit } from '../evaluate.ts';
import { clip } from '../../text/clip.ts';
import { valuesFor } from '../values.ts';

/** A rule set's result for the facts of a case. */
export interface DecidedFacts {
  readonly reasons: readonly Reason[];
  /** Sums of the rows' numbers, by name. */
  readonly sums: Readonly<Record<string, bigint>>;
  /** Rows that matched, in their order. */
  readonly hits: readonly Hit[];
}

/** Decides facts under a rule set. */
export const decideFacts = (compiled: CompiledRuleSet, facts: Facts): DecidedFacts => {
  const evaluation = evaluateTables(compiled, valuesFor(compiled.set, facts));
  return { reasons: bounded(reasonsOf(evaluation)), sums: sumsOf(evaluation), hits: evaluation.hits };
};

/** Returns the reasons that are not among `before`. */
export const reasonsBeside = (reasons: readonly Reason[], before: readonly Reason[]): readonly Reason[] =>
  reasons.filter(
    ({ code, detail }) => !before.some((known) => known.code === code && known.detail === detail),
  );

/** Lengths that fit into a ledger row. A cell may compute longer texts, and a rule set may have thousands of rows. */
const MAX_DETAIL = 2_000;
const MAX_DETAILS = 12_000;

/** Clips details, and leaves out reasons that do not fit. One reason is enough to hand a case to a person. */
const bounded = (reasons: readonly Reason[]): readonly Reason[] => {
  let left = MAX_DETAILS;
  return reasons
    .map(({ code, detail }) => ({ code, detail: clip(detail, MAX_DETAIL) }))
    .filter(({ code, detail }) => (left -= code.length + detail.length) >= 0);
};
