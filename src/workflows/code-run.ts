import { proxyActivities } from '@temporalio/workflow';
import type { SandboxActivities } from '../activities/sandbox.ts';

export interface CodeRunInput {
  readonly team_id: string;
  readonly ledger_ref: string;
  /** Wall time of the code. */
  readonly timeout_ms: number;
  /** How long the run may wait for a sandbox. */
  readonly wait_ms: number;
}

/**
 * Runs submitted code once. The sandbox is opened, used and destroyed by one activity, on the worker whose engine holds
 * it: a hop of the engine costs more than the sandbox itself. An attempt that dies is followed by another only as long as
 * nothing can have run (activities/code-run.ts).
 */
export const codeRun = async (input: CodeRunInput): Promise<void> => {
  const { runCodeOnce } = proxyActivities<Pick<SandboxActivities, 'runCodeOnce'>>({
    startToCloseTimeout: input.timeout_ms + input.wait_ms + 30_000,
    // Four silent beats of the worker mean that it is gone.
    heartbeatTimeout: '5s',
    retry: { initialInterval: '100ms', maximumInterval: '2s', maximumAttempts: 5 },
  });
  await runCodeOnce(input);
};
