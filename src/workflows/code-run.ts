import { proxyLocalActivities } from '@temporalio/workflow';
import type { SandboxActivities } from '../activities/sandbox.ts';
import type { Profile } from '../sandbox/job.ts';

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

/** For restarts of the database while the run is written down. */
const SLACK_MS = 90_000;

/**
 * Runs submitted code once. The sandbox is opened, used and destroyed by one activity, in the process that takes the
 * workflow's task: a hop of the engine costs more than the sandbox itself. When that process dies the engine gives the
 * task to another one, which runs the code only if nothing can have run (activities/code-run.ts).
 */
export const codeRun = async (input: CodeRunInput): Promise<CodeRunTimes> => {
  const { runCodeOnce } = proxyLocalActivities<Pick<SandboxActivities, 'runCodeOnce'>>({
    startToCloseTimeout: input.timeout_ms + input.wait_ms + SLACK_MS,
    retry: { initialInterval: '100ms', maximumInterval: '2s', maximumAttempts: 5 },
  });
  return runCodeOnce(input);
};
