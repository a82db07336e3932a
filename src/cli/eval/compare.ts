import { ProvisionError } from '../../provision/problem.ts';
import { type EvalReport, numbersOf } from './report.ts';
import { differenceOf, type Difference } from './statistics.ts';

/** What changed from one report to another. */
export interface EvalComparison {
  readonly trials: Difference;
  /** Cases that passed more often, and less often, with the number of passed trials before and after. */
  readonly better: readonly ChangedCase[];
  readonly worse: readonly ChangedCase[];
}

interface ChangedCase {
  readonly id: string;
  readonly before: string;
  readonly after: string;
}

/** Compares two reports of the same data set. @throws ProvisionError if their cases differ */
export const compareReports = (before: EvalReport, after: EvalReport): EvalComparison => {
  if (before.data_set.sha256 !== after.data_set.sha256)
    throw new ProvisionError(
      'The two reports are of different data sets.',
      `Run ${after.data_set.file} again for both.`,
    );
  const changes = after.cases.map(({ id, trials }) => {
    const earlier = before.cases.find((each) => each.id === id)?.trials ?? [];
    const [was, is] = [shareOf(earlier), shareOf(trials)];
    return { id, before: wordsOf(earlier), after: wordsOf(trials), moved: is - was };
  });
  const those = (sign: number): readonly ChangedCase[] =>
    changes.filter(({ moved }) => moved * sign > 0).map(({ moved: _, ...change }) => change);
  return {
    trials: differenceOf(numbersOf(before).trials, numbersOf(after).trials),
    better: those(1),
    worse: those(-1),
  };
};

type TrialsOfCase = EvalReport['cases'][number]['trials'];

const passedIn = (trials: TrialsOfCase): number => trials.filter(({ passed }) => passed).length;
const shareOf = (trials: TrialsOfCase): number => passedIn(trials) / Math.max(1, trials.length);
const wordsOf = (trials: TrialsOfCase): string => `${passedIn(trials)}/${trials.length}`;
