import { proxyLocalActivities } from '@temporalio/workflow';
import type { SandboxActivities } from '../activities/sandbox.ts';
import type { CodeRunInput, CodeRunTimes } from '../runs/code/workflow.ts';

/** Milliseconds for restarts of the database while the run is being recorded. */
const SLACK_MS = 90_000;

/**
 * Runs submitted code once. The sandbox is opened, used and destroyed by one activity, in the process that takes the workflow's
 * task, because a hop through Temporal costs more than the sandbox itself. When that process dies, Temporal gives the task to
 * another one, which runs the code only if nothing can have run (activities/code/run.ts).
 */
export const codeRun = async (input: CodeRunInput): Promise<CodeRunTimes> => {
  const { runCodeOnce } = proxyLocalActivities<Pick<SandboxActivities, 'runCodeOnce'>>({
    startToCloseTimeout: input.timeout_ms + input.wait_ms + SLACK_MS,
    retry: { initialInterval: '100ms', maximumInterval: '2s', maximumAttempts: 5 },
  });
  return runCodeOnce(input);
};
