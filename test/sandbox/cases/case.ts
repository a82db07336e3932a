import type { RunJob, RunOutcome } from '../../../src/sandbox/index.ts';

/** What a case can do beyond running its own program. */
export interface CaseContext {
  /** The case's program. */
  readonly code: string;
  readonly runtime: 'runc' | 'runsc';
  /** Runs another program in a sandbox of its own. */
  readonly run: (job: Partial<RunJob> & { code: string }) => Promise<RunOutcome>;
  /** How long the case took, sandbox and all. */
  readonly tookMs: number;
}

/** Looks at what became of a case's program. */
export type Check = (outcome: RunOutcome, context: CaseContext) => void | Promise<void>;

/** The wall limit of the cases that run into one. */
export const LIMIT_MS = 4_000;
