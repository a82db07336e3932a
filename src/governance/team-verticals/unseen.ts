import type { StepKind } from '../../contract/team-vertical.ts';
import type { RuleSetFault } from '../rule-sets/compile.ts';
import type { CompiledStep, CompiledVertical } from './compile.ts';
import { faultOf } from './flow.ts';
import {
  cellOrigins,
  cellsInRow,
  cellsOf,
  type Known,
  type Origins,
  originsOf,
  readByRules,
} from './origins.ts';

/**
 * Finds writes and rows that depend on a model's answer which nobody has examined: for each member of an
 * answer on which a write or the wording of a row depends, there must be rules that read it in every case, or
 * a review that every case passes.
 */
export const unseenAnswers = ({ steps }: CompiledVertical): readonly RuleSetFault[] => {
  const after = originsOf(steps);
  return steps.flatMap((each, index) => {
    const known = after[index]!;
    const isSeen = seenIn(steps.slice(0, index + 1), known);
    const unseen = (found: Origins): readonly string[] => [...found].filter((origin) => !isSeen(origin));
    const written = each.step.do === 'write' ? unseen(cellOrigins(cellsOf(each), known)) : [];
    return [
      ...written.map((origin) => faultOf(each.step, `${origin} ${UNSEEN} before the decision`)),
      ...unseen(cellOrigins(cellsInRow(each), known)).map((origin) =>
        faultOf(each.step, `${origin} ${UNSEEN} before the step's row says it`),
      ),
    ];
  });
};

const UNSEEN = "is a model's answer, and neither rules nor a review of every case look at it";

const ofEveryCase =
  (kind: StepKind) =>
  (each: CompiledStep): boolean =>
    each.step.do === kind && each.if === undefined;

/** Returns whether rules or a review of every case among the steps examine a member of an answer. */
const seenIn = (steps: readonly CompiledStep[], known: Known): ((origin: string) => boolean) => {
  const seen = new Set(steps.filter(ofEveryCase('rules')).flatMap((each) => [...readByRules(each, known)]));
  const lastReview = steps.findLastIndex(ofEveryCase('review'));
  return (origin) =>
    seen.has(origin) ||
    steps.findIndex(({ step }) => step.id === origin.slice(0, origin.indexOf('.'))) < lastReview;
};
