import type { CodeRunInput, CodeRunTimes } from '../runs/code/workflow.ts';
import { sandboxOnce } from './sandbox-once.ts';

/**
 * Runs submitted code once. The sandbox is opened, used and destroyed by one activity, in the process that takes the workflow's
 * task, because a hop through Temporal costs more than the sandbox itself. When that process dies, Temporal gives the task to
 * another one, which runs the code only if nothing can have run (activities/code/run.ts).
 */
export const codeRun = async (input: CodeRunInput): Promise<CodeRunTimes> => {
  const { runCodeOnce } = sandboxOnce(input);
  return runCodeOnce(input);
};
