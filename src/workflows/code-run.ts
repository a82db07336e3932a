import type { CodeRunInput, CodeRunTimes } from '../runs/code/workflow.ts';
import { sandboxOnce } from './sandbox-once.ts';

/**
 * Runs submitted code once. A single activity opens, uses and destroys the sandbox, in the same process that takes the workflow's
 * task, because a hop through Temporal costs more than the sandbox itself. If that process dies, Temporal gives the task to
 * another one, which runs the code only if it is certain that the code has not run yet (activities/code/run.ts).
 */
export const codeRun = async (input: CodeRunInput): Promise<CodeRunTimes> => {
  const { runCodeOnce } = sandboxOnce(input);
  return runCodeOnce(input);
};
