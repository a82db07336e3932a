import type { Client } from '../../../clients/typescript/src/index.ts';
import type { DataSet, EvalCase } from './cases.ts';
import { runTrial, type TrialMode, type Tried } from './trial.ts';

/** A trial of one of the cases. */
export interface CaseTrial {
  readonly of: EvalCase;
  readonly tried: Tried;
}

export interface Trials {
  readonly repeat: number;
  /** Number of trials at the same time. */
  readonly atOnce: number;
  readonly onTrial: (trial: CaseTrial) => void;
}

/**
 * Runs each case of a data set several times, some trials at once. The cases take turns, so that a service that changes meanwhile
 * affects all of them.
 */
export const runTrials = async (
  client: Client,
  { cases }: DataSet,
  mode: TrialMode,
  { repeat, atOnce, onTrial }: Trials,
): Promise<readonly CaseTrial[]> => {
  const left = Array.from({ length: repeat }, () => cases).flat();
  const next = left.entries();
  const done: CaseTrial[] = [];
  const work = async (): Promise<void> => {
    for (const [index, of] of next) {
      const trial = { of, tried: await runTrial(client, of, mode) };
      done[index] = trial;
      onTrial(trial);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, left.length) }, work));
  return done;
};
