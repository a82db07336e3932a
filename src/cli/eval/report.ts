import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { ProvisionError } from '../../provision/problem.ts';
import { faultsOf } from './judge.ts';
import { rateOf } from './statistics.ts';
import type { CaseTrial } from './trials.ts';

const texts = z.array(z.string());

const trialSchema = z.object({
  run_id: z.string().nullable(),
  passed: z.boolean(),
  faults: texts,
  decision: z.string().nullable(),
  reasons: texts,
  approved: z.string().nullable(),
});

const reportSchema = z.object({
  data_set: z.object({ file: z.string(), sha256: z.string() }),
  ran: z.object({ mode: z.enum(['simulated', 'live']), rules: texts, models: texts, prompts: texts }),
  cases: z.array(z.object({ id: z.string(), trials: z.array(trialSchema) })),
});

/** What an eval has found. It is a file of JSON that a later eval can be compared with. */
export type EvalReport = z.output<typeof reportSchema>;

/** Judges trials, and says what they ran under. */
export const reportOf = (
  data: EvalReport['data_set'],
  mode: EvalReport['ran']['mode'],
  trials: readonly CaseTrial[],
): EvalReport => {
  const ran = (pick: (trial: CaseTrial) => readonly string[]): string[] =>
    [...new Set(trials.flatMap(pick))].sort();
  const ids = [...new Set(trials.map(({ of }) => of.id))];
  return {
    data_set: data,
    ran: {
      mode,
      rules: ran(({ tried }) => (tried.rules === null ? [] : [tried.rules])),
      models: ran(({ tried }) => tried.models),
      prompts: ran(({ tried }) => tried.prompts),
    },
    cases: ids.map((id) => ({
      id,
      trials: trials
        .filter(({ of }) => of.id === id)
        .map(({ of, tried }) => {
          const faults = [...faultsOf(of, tried)];
          const { run_id, decision, approved } = tried;
          return {
            run_id,
            passed: faults.length === 0,
            faults,
            decision,
            reasons: [...tried.reasons],
            approved,
          };
        }),
    })),
  };
};

/** The numbers of a report: how many trials passed, and how many cases passed every time. */
export const numbersOf = ({ cases }: EvalReport) => {
  const trials = cases.flatMap((each) => each.trials);
  const always = cases.filter((each) => each.trials.every(({ passed }) => passed));
  const sometimes = cases.filter(
    (each) => !always.includes(each) && each.trials.some(({ passed }) => passed),
  );
  return {
    trials: rateOf(trials.filter(({ passed }) => passed).length, trials.length),
    cases: rateOf(always.length, cases.length),
    /** Cases that passed in some trials only. */
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
