import type { RunJob, RunOutcome } from '../../../src/sandbox/index.ts';

/** What a case can use besides the outcome of its own program. */
export interface CaseContext {
  /** The case's program. */
  readonly code: string;
  readonly runtime: 'runc' | 'runsc';
  /** Runs another program in a separate sandbox. */
  readonly run: (job: Partial<RunJob> & { code: string }) => Promise<RunOutcome>;
  /** How long the case took, including its sandbox. */
  readonly tookMs: number;
}

/** Checks the outcome of a case's program. */
export type Check = (outcome: RunOutcome, context: CaseContext) => void | Promise<void>;

/** The wall-time limit of the cases that reach one. */
export const LIMIT_MS = 4_000;
