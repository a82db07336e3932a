import { type Client, WorkflowExecutionAlreadyStartedError, WorkflowFailedError } from '@temporalio/client';
import { ActivityFailure, ApplicationFailure, TimeoutFailure } from '@temporalio/common';
import type { CodeRunInput, codeRun } from '../workflows/code-run.ts';
import { teamIdAttribute } from './search-attributes.ts';

/** How a code run can end without an outcome. */
export type CodeRunFailure = 'busy' | 'unavailable' | 'interrupted' | 'refused' | 'timed_out' | 'internal';

const OF_TYPE: Readonly<Record<string, CodeRunFailure>> = {
  SandboxesBusy: 'busy',
  SandboxesUnavailable: 'unavailable',
  Interrupted: 'interrupted',
  Refused: 'refused',
};

/**
 * Has code run by its workflow and waits for its end. Asking again with the same ledger_ref waits for the same run.
 * @returns undefined when the outcome is stored, else why there is none
 * @throws a gRPC error when the engine is away
 */
export const executeCodeRun = async (
  client: Client,
  { taskQueue, input }: { readonly taskQueue: string; readonly input: CodeRunInput },
): Promise<CodeRunFailure | undefined> => {
  const limitMs = input.timeout_ms + input.wait_ms + 40_000;
  try {
    await client.withDeadline(Date.now() + limitMs + 5_000, async () => {
      await startOnce(client, taskQueue, input, limitMs);
      await client.workflow.getHandle(input.ledger_ref).result();
    });
    return undefined;
  } catch (error) {
    if (error instanceof WorkflowFailedError) return failureOf(error.cause);
    throw error;
  }
};

const startOnce = async (
  client: Client,
  taskQueue: string,
  input: CodeRunInput,
  limitMs: number,
): Promise<void> => {
  try {
    await client.workflow.start<typeof codeRun>('codeRun', {
      workflowId: input.ledger_ref,
      taskQueue,
      args: [input],
      workflowIdReusePolicy: 'REJECT_DUPLICATE',
      workflowExecutionTimeout: limitMs,
      staticSummary: 'code run',
      typedSearchAttributes: [{ key: teamIdAttribute, value: input.team_id }],
    });
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
};

const failureOf = (error: unknown): CodeRunFailure => {
  const cause = error instanceof ActivityFailure ? error.cause : error;
  if (cause instanceof TimeoutFailure) return 'timed_out';
  if (cause instanceof ApplicationFailure) return OF_TYPE[cause.type ?? ''] ?? 'internal';
  return 'internal';
};
