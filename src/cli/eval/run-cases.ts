import type { Client } from '../../../clients/typescript/src/index.ts';
import type { DataSet, EvalCase } from './cases.ts';
import { runCase, type RunMode, type CaseResult } from './run-case.ts';

/** A run of one of the cases. */
export interface CaseRun {
  readonly of: EvalCase;
  readonly result: CaseResult;
}

export interface RunsAsked {
  readonly repeat: number;
  /** Number of runs at the same time. */
  readonly atOnce: number;
  readonly onRun: (run: CaseRun) => void;
}

/**
 * Runs each case of a data set several times, some runs at once. The cases take turns, so that a change of
 * the service during the eval affects all of them.
 */
export const runCases = async (
  client: Client,
  { cases }: DataSet,
  mode: RunMode,
  { repeat, atOnce, onRun }: RunsAsked,
): Promise<readonly CaseRun[]> => {
  const left = Array.from({ length: repeat }, () => cases).flat();
  const next = left.entries();
  const done: CaseRun[] = [];
  let hasFailed = false;
  const failed = (error: unknown): never => {
    hasFailed = true;
    throw error;
  };
  const work = async (): Promise<void> => {
    for (const [index, of] of next) {
      // Nothing more is started when the service refuses or is unavailable.
      if (hasFailed) return;
      const run = { of, result: await runCase(client, of, mode).catch(failed) };
      done[index] = run;
      onRun(run);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, left.length) }, work));
  return done;
};
