import type { AskedRun } from '../../ledger/index.ts';
import type { Profile } from '../../sandbox/job.ts';

/** Input of the workflow `codeRun`. Histories contain it in this form. */
export interface CodeRunInput extends AskedRun {
  readonly team_id: string;
  readonly ledger_ref: string;
  /** Sandbox profile that suits the code. The code itself is sealed under `ledger_ref`. */
  readonly profile: Profile;
  /** Maximum wall time for the code, in milliseconds. */
  readonly timeout_ms: number;
  /** Maximum time in milliseconds that the run may wait for a sandbox. */
  readonly wait_ms: number;
  /**
   * Set if nobody is waiting for the outcome. If the code has not begun, it is not run, and only the rows are completed.
   */
  readonly late?: boolean;
}

/** Duration of each phase of a code run, in milliseconds. */
export type CodeRunTimes = Readonly<Record<'read' | 'claim' | 'open' | 'code' | 'store', number>>;
