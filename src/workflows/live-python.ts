import { proxyActivities } from '@temporalio/workflow';
import type { AgentActivities } from '../activities/agent/index.ts';
import type { LiveRunInput } from '../runs/vertical/workflow.ts';
import { STEPWISE } from './activity-options.ts';
import { createPythonTool, type PythonTool, type PythonToolOptions } from './python-tool.ts';
import type { Suspension } from './suspension.ts';

/** Maximum lifetime of a live run's sandbox, in milliseconds. */
const SANDBOX_MS = 120_000;
const CODE_MS = 30_000;

const activities = proxyActivities<Pick<AgentActivities, 'answerPython'>>(STEPWISE);

type Call = Parameters<PythonToolOptions['prepare']>[0];

/**
 * Creates the `run_python` tool of a live run.
 * @param prepare seals a call's code as a job
 * @returns the tool, and a function to call when the case's documents have been read, because an open sandbox
 * does not have them yet
 */
export const createLivePython = (
  live: Omit<LiveRunInput, 'vertical'>,
  vertical: string,
  suspension: Suspension,
  prepare: (call: Call & { readonly timeout_ms: number }) => Promise<{ readonly job_ref: string }>,
): { readonly python: PythonTool; readonly documentsRead: () => void } => {
  /** Whether the case's documents have been read since the sandbox got its files. */
  let isNews = false;
  const python = createPythonTool({
    session: {
      team_id: live.team_id,
      ledger_ref: live.ledger_ref,
      task_queue: live.sandbox_queue,
      profile: 'python',
      lifetime_ms: SANDBOX_MS,
      wait_ms: live.sandbox_wait_ms,
      metadata: { run: live.run_id, vertical, case: live.case_id ?? '' },
      ...(live.asked_by !== undefined && { asked_by: live.asked_by }),
    },
    timeoutMs: CODE_MS,
    suspension,
    prepare: async (call) => {
      const first = call.first || isNews;
      isNews = false;
      return prepare({ ...call, first, timeout_ms: CODE_MS });
    },
    answer: async (call) => activities.answerPython(call),
  });
  const documentsRead = (): void => {
    isNews = live.documents !== undefined;
  };
  return { python, documentsRead };
};
