import type { Profile } from '../../sandbox/job.ts';

/** Input of the workflow `codeRun`. Histories store it in this form. */
export interface CodeRunInput {
  readonly team_id: string;
  readonly ledger_ref: string;
  /** Profile of sandbox that suits the code; the code itself is sealed under `ledger_ref`. */
  readonly profile: Profile;
  /** Wall time allowed for the code, in milliseconds. */
  readonly timeout_ms: number;
  /** Milliseconds that the run may wait for a sandbox. */
  readonly wait_ms: number;
  /** Set when nobody waits for the answer any more: code that has not begun is not run, and only the rows are completed. */
  readonly late?: boolean;
}

/** Milliseconds that a code run spent in each phase. */
export type CodeRunTimes = Readonly<Record<'read' | 'claim' | 'open' | 'code' | 'store', number>>;
