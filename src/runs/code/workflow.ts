import type { Profile } from '../../sandbox/job.ts';

/** What the workflow `codeRun` is started with; stored in histories as it is. */
export interface CodeRunInput {
  readonly team_id: string;
  readonly ledger_ref: string;
  /** Which kind of sandbox suits it; the code itself lies sealed under `ledger_ref`. */
  readonly profile: Profile;
  /** Wall time of the code. */
  readonly timeout_ms: number;
  /** How long the run may wait for a sandbox. */
  readonly wait_ms: number;
  /** Nobody waits for the answer any more: code that has not begun is not run, only the rows are brought to their end. */
  readonly late?: boolean;
}

/** Where the time of a code run went, in milliseconds. */
export type CodeRunTimes = Readonly<Record<'read' | 'claim' | 'open' | 'code' | 'store', number>>;
