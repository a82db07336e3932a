import { ProvisionError } from '../../provision/problem.ts';
import { type EvalReport, numbersOf } from './report.ts';
import { differenceOf, type Difference } from './statistics.ts';

/** The changes from one report to another. */
export interface EvalComparison {
  /**
   * How the conditions of the two differ: a version of a vertical, of rules or of prompts, a model, or the
   * mode.
   */
  readonly changed: readonly ChangedPart[];
  readonly runs: Difference;
  /** Cases that passed more often, and less often, with the number of passed runs before and after. */
  readonly better: readonly ChangedCase[];
  readonly worse: readonly ChangedCase[];
}

interface ChangedPart {
  readonly what: keyof EvalReport['ran'];
  readonly before: readonly string[];
  readonly after: readonly string[];
}

interface ChangedCase {
  readonly id: string;
  readonly before: string;
  readonly after: string;
}

/** @throws ProvisionError if a report is not of this data set */
export const expectSameCases = ({ data_set: before }: EvalReport, after: EvalReport['data_set']): void => {
  if (before.sha256 !== after.sha256)
    throw new ProvisionError(
      'The two reports are of different data sets.',
      `Run ${after.file} again for both.`,
    );
};

/** Compares two reports of the same data set. @throws ProvisionError if their cases differ */
export const compareReports = (before: EvalReport, after: EvalReport): EvalComparison => {
  expectSameCases(before, after.data_set);
  const changes = after.cases.map(({ id, runs }) => {
    const earlier = before.cases.find((each) => each.id === id)?.runs ?? [];
    const [was, is] = [shareOf(earlier), shareOf(runs)];
    return { id, before: wordsOf(earlier), after: wordsOf(runs), moved: is - was };
  });
  const those = (sign: number): readonly ChangedCase[] =>
    changes
      .filter(({ moved }) => moved * sign > 0)
      .map(({ id, before: was, after: is }) => ({ id, before: was, after: is }));
  return {
    changed: changedParts(before.ran, after.ran),
    runs: differenceOf(numbersOf(before).runs, numbersOf(after).runs),
    better: those(1),
    worse: those(-1),
  };
};

/**
 * Names the conditions that only one of the two was run under. Shared conditions do not explain the change.
 */
const changedParts = (before: EvalReport['ran'], after: EvalReport['ran']): readonly ChangedPart[] =>
  (['mode', 'verticals', 'rules', 'prompts', 'models'] as const).flatMap((what) => {
    const [was, is] = [[before[what]].flat(), [after[what]].flat()];
    const gone = was.filter((name) => !is.includes(name));
    const added = is.filter((name) => !was.includes(name));
    return gone.length + added.length === 0 ? [] : [{ what, before: gone, after: added }];
  });

type RunsOfCase = EvalReport['cases'][number]['runs'];

const passedIn = (runs: RunsOfCase): number => runs.filter(({ passed }) => passed).length;
const shareOf = (runs: RunsOfCase): number => passedIn(runs) / Math.max(1, runs.length);
const wordsOf = (runs: RunsOfCase): string => `${passedIn(runs)}/${runs.length}`;
