import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { ProvisionError } from '../../provision/problem.ts';
import { faultsOf } from './judge.ts';
import { rateOf } from './statistics.ts';
import type { CaseRun } from './run-cases.ts';

const texts = z.array(z.string());

const caseRunSchema = z.object({
  run_id: z.string().nullable(),
  passed: z.boolean(),
  faults: texts,
  decision: z.string().nullable(),
  reasons: texts,
  approved: z.string().nullable(),
});

const reportSchema = z.object({
  data_set: z.object({ file: z.string(), sha256: z.string() }),
  ran: z.object({
    mode: z.enum(['simulated', 'live']),
    rules: texts,
    // Reports of earlier releases do not name the versions of verticals.
    verticals: texts.default([]),
    models: texts,
    prompts: texts,
  }),
  cases: z.array(z.object({ id: z.string(), runs: z.array(caseRunSchema) })),
});

/** The results of an eval: a JSON file with which a later eval can be compared. */
export type EvalReport = z.output<typeof reportSchema>;

/** Judges runs, and records their conditions. */
export const reportOf = (
  data: EvalReport['data_set'],
  mode: EvalReport['ran']['mode'],
  runs: readonly CaseRun[],
): EvalReport => {
  const ran = (pick: (run: CaseRun) => readonly string[]): string[] =>
    [...new Set(runs.flatMap(pick))].toSorted();
  return {
    data_set: data,
    ran: {
      mode,
      rules: ran(({ result }) => (result.rules === null ? [] : [result.rules])),
      verticals: ran(({ result }) => (result.vertical === null ? [] : [result.vertical])),
      models: ran(({ result }) => result.models),
      prompts: ran(({ result }) => result.prompts),
    },
    cases: [...Map.groupBy(runs, ({ of }) => of.id)].map(([id, ofCase]) => ({
      id,
      runs: ofCase.map(({ of, result }) => {
        const faults = [...faultsOf(of, result)];
        const { run_id, decision, approved } = result;
        return {
          run_id,
          passed: faults.length === 0,
          faults,
          decision,
          reasons: [...result.reasons],
          approved,
        };
      }),
    })),
  };
};

/** The numbers of a report: how many runs passed, and how many cases passed every time. */
export const numbersOf = ({ cases }: EvalReport) => {
  const runs = cases.flatMap((each) => each.runs);
  const always = cases.filter((each) => each.runs.every(({ passed }) => passed));
  const sometimes = cases.filter((each) => !always.includes(each) && each.runs.some(({ passed }) => passed));
  return {
    runs: rateOf(runs.filter(({ passed }) => passed).length, runs.length),
    cases: rateOf(always.length, cases.length),
    /** Cases that passed in some runs only. */
    unsteady: sometimes.map(({ id }) => id),
  };
};

export type EvalNumbers = ReturnType<typeof numbersOf>;

/** Reads a report that an earlier eval has written. */
export const readReport = async (file: string): Promise<EvalReport> => {
  try {
    return reportSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    throw new ProvisionError(
      `${file} is not a report of an eval.`,
      'Write one with: pramaan eval run <data set> --out <file>.',
    );
  }
};
