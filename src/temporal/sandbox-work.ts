import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, isGrpcServiceError, WorkflowFailedError } from '@temporalio/client';
import { ActivityFailure, ApplicationFailure, TimeoutFailure } from '@temporalio/common';
import { teamIdAttribute } from './search-attributes.ts';
import { startOnce } from './start-once.ts';

/** Reasons why sandbox work can end without an outcome. */
export type SandboxWorkFailure =
  'busy' | 'unavailable' | 'interrupted' | 'refused' | 'suspended' | 'timed_out' | 'internal';

/** How sandbox work ended: the workflow's result if there is a stored outcome, otherwise the reason why there is none. */
export type SandboxWorkEnd<T> = { readonly result: T } | { readonly failure: SandboxWorkFailure };

const OF_TYPE: Readonly<Record<string, SandboxWorkFailure>> = {
  SandboxesBusy: 'busy',
  SandboxesUnavailable: 'unavailable',
  Transient: 'unavailable',
  Interrupted: 'interrupted',
  Refused: 'refused',
  Suspended: 'suspended',
};

export interface SandboxWork {
  readonly workflow: string;
  readonly summary: string;
  readonly taskQueue: string;
  /** How long Temporal should delay the start. Used if the caller has already begun the work without Temporal. */
  readonly delayMs?: number;
  readonly input: {
    readonly team_id: string;
    readonly ledger_ref: string;
    readonly timeout_ms: number;
    readonly wait_ms: number;
  };
}

/** Maximum time for Temporal to accept work. If it takes longer, the work is not started. */
const START_WITHIN_MS = 20_000;
/** Extra time, on top of the work's own time and its wait for a sandbox, in case the database or Temporal restarts. */
const SLACK_MS = 100_000;
/** Pause between attempts to get the result of accepted work while Temporal is unavailable. */
const ASK_AGAIN_MS = 250;
/** How long Temporal waits after a worker stops responding before it gives the workflow to another worker. */
const WORKER_SILENT_MS = 8_000;

/** Runs sandbox work in a workflow and waits for it to end; see {@link startSandboxWork} and {@link awaitSandboxWork}. */
export const executeSandboxWork = async <T>(
  client: Client,
  work: SandboxWork,
): Promise<SandboxWorkEnd<T>> => {
  await startSandboxWork(client, work);
  return awaitSandboxWork<T>(client, work.input);
};

/**
 * Starts the workflow for sandbox work, unless one with the same ledger_ref exists.
 * @throws a gRPC error when Temporal does not accept it
 */
export const startSandboxWork = async (
  client: Client,
  { workflow, summary, taskQueue, delayMs, input }: SandboxWork,
): Promise<void> =>
  startOnce(client, {
    workflow,
    workflowId: input.ledger_ref,
    taskQueue,
    input,
    executionTimeout: limitOf(input),
    summary,
    searchAttributes: [{ key: teamIdAttribute, value: input.team_id }],
    more: { workflowTaskTimeout: WORKER_SILENT_MS, ...(delayMs !== undefined && { startDelay: delayMs }) },
    deadlineMs: START_WITHIN_MS,
  });

/**
 * Waits for started work to end, even if Temporal restarts in the meantime.
 * @throws a gRPC error when Temporal remains unavailable
 */
export const awaitSandboxWork = async <T>(
  client: Client,
  input: SandboxWork['input'],
): Promise<SandboxWorkEnd<T>> => {
  const until = Date.now() + limitOf(input) + 5_000;
  const handle = client.workflow.getHandle(input.ledger_ref);
  for (;;) {
    try {
      return { result: (await client.withDeadline(until, async () => handle.result())) as T };
    } catch (error) {
      if (error instanceof WorkflowFailedError) return { failure: failureOf(error.cause) };
      if (!isGrpcServiceError(error) || Date.now() > until) throw error;
      await sleep(ASK_AGAIN_MS);
    }
  }
};

const limitOf = ({ timeout_ms, wait_ms }: SandboxWork['input']): number => timeout_ms + wait_ms + SLACK_MS;

const failureOf = (error: unknown): SandboxWorkFailure => {
  const cause = error instanceof ActivityFailure ? error.cause : error;
  if (cause instanceof TimeoutFailure) return 'timed_out';
  if (cause instanceof ApplicationFailure) return OF_TYPE[cause.type ?? ''] ?? 'internal';
  return 'internal';
};
