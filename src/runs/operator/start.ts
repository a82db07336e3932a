import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import type { ApprovalAnswer } from '../../store/operators/answers.ts';
import type { OperatorRunInput } from './workflow.ts';
import { SUSPENDED_AT_MOST_MS } from '../../governance/suspension/scopes.ts';
import { queuesOf } from '../../temporal/queues.ts';
import { teamIdAttribute } from '../../temporal/search-attributes.ts';
import { startOnce } from '../../temporal/start-once.ts';
import { workflowStatus } from '../../temporal/workflow-status.ts';
import type { ApprovalWord } from './workflow.ts';

/**
 * Milliseconds added to the run's own wall-time limit: for the wait for a desktop, for questions to a person, and in case
 * dependencies restart.
 */
const SLACK_MS = 60 * 60_000;

/** Maximum time in milliseconds to wait for Temporal to report a run's status. */
const ASK_MS = 10_000;

/** Starts an operator run's workflow. The run's id is the workflow's id, so a second call has no effect. */
export const startOperatorRun = async (
  client: Client,
  options: { readonly taskQueue: string; readonly input: OperatorRunInput; readonly deadlineMs: number },
): Promise<void> => {
  const { input } = options;
  await startOnce(client, {
    workflow: 'operatorRun',
    workflowId: input.run_id,
    taskQueue: queuesOf(options.taskQueue).steps,
    input,
    executionTimeout: input.wall_ms + SLACK_MS + SUSPENDED_AT_MOST_MS,
    summary: 'operator run',
    searchAttributes: [{ key: teamIdAttribute, value: input.team_id }],
    deadlineMs: options.deadlineMs,
  });
};

/** Returns whether a run is still running in Temporal. @throws when Temporal cannot be reached */
export const isOperatorRunning = async (client: Client, runId: string): Promise<boolean> =>
  (await workflowStatus(client, runId, ASK_MS)) === 'RUNNING';

/**
 * Sends a person's answer to a run. The codec seals it for this workflow only.
 * @returns false when no such run is still running in Temporal
 */
export const signalApproval = async (
  client: Client,
  runId: string,
  answer: ApprovalAnswer,
): Promise<boolean> => {
  const { actor, ...said } = answer;
  const word: ApprovalWord = {
    kind: 'operator.approval',
    run_id: runId,
    ...said,
    ...(actor !== null && { actor }),
  };
  try {
    await client.workflow.getHandle(runId).signal<[ApprovalWord]>('approval', word);
    return true;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
};
