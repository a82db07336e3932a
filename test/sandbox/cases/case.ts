import type { RunJob, RunOutcome } from '../../../src/sandbox/index.ts';

/** Context that a check can use besides the outcome of the case's own program. */
export interface CaseContext {
  /** The case's program. */
  readonly code: string;
  readonly runtime: 'runc' | 'runsc';
  /** Runs another program in a separate sandbox. */
  readonly run: (job: Partial<RunJob> & { code: string }) => Promise<RunOutcome>;
  /** Milliseconds that the case took, including its sandbox. */
  readonly tookMs: number;
}

/** Checks the outcome of a case's program. */
export type Check = (outcome: RunOutcome, context: CaseContext) => void | Promise<void>;

/** Wall-time limit for cases that are meant to reach it, in milliseconds. */
export const LIMIT_MS = 4_000;
