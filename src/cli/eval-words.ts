import { table } from './outcome.ts';
import type { EvalComparison } from './eval/compare.ts';
import { percent } from './eval/gate.ts';
import { type EvalReport, numbersOf } from './eval/report.ts';
import type { Rate } from './eval/statistics.ts';

const SHOWN_CASES = 50;

const rateWords = ({ passed, of, rate, low, high }: Rate): string =>
  `${passed} of ${of}, ${percent(rate)} (95 %: ${percent(low)} to ${percent(high)})`;

/** Describes a report for people: the rates, and each failed case with its first difference. */
export const reportWords = (name: string, report: EvalReport): string => {
  const { runs, cases, unsteady } = numbersOf(report);
  const { mode, rules, verticals, models, prompts } = report.ran;
  const failed = report.cases.filter((each) => each.runs.some(({ passed }) => !passed));
  const rows = failed.slice(0, SHOWN_CASES).map(({ id, runs: some }) => {
    const first = some.find(({ passed }) => !passed)!;
    return [
      id,
      `${some.filter(({ passed }) => passed).length}/${some.length}`,
      first.run_id ?? '-',
      first.faults.join('; '),
    ];
  });
  return [
    `${name}: ${[mode, ...verticals, ...rules, ...models, ...prompts].join(', ')}`,
    `  runs passed: ${rateWords(runs)}`,
    `  cases passed every time: ${rateWords(cases)}`,
    ...(unsteady.length === 0 ? [] : [`  cases passed only sometimes: ${unsteady.length}`]),
    ...(rows.length === 0 ? [] : ['', table([['CASE', 'PASSED', 'RUN', 'FIRST FAULT'], ...rows])]),
    ...(failed.length > SHOWN_CASES ? [`… and ${failed.length - SHOWN_CASES} more`] : []),
  ].join('\n');
};

const namesOf = (names: readonly string[]): string => names.join(', ') || 'none';

const points = (share: number): string => `${share < 0 ? '' : '+'}${(share * 100).toFixed(1)}`;

/** Describes the changes between two reports. */
export const comparisonWords = ({ changed, runs, better, worse }: EvalComparison): string => {
  const rows = [
    ...worse.map((each) => ({ ...each, how: 'worse' })),
    ...better.map((each) => ({ ...each, how: 'better' })),
  ];
  return [
    ...changed.map(({ what, before, after }) => `${what}: ${namesOf(before)} -> ${namesOf(after)}`),
    `change: ${points(runs.difference)} percentage points (95 %: ${points(runs.low)} to ${points(runs.high)})`,
    ...(rows.length === 0
      ? ['No case passes more or less often.']
      : [
          table([
            ['CASE', 'BEFORE', 'AFTER', ''],
            ...rows.slice(0, SHOWN_CASES).map(({ id, before, after, how }) => [id, before, after, how]),
          ]),
        ]),
  ].join('\n');
};
