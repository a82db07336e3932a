import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, isGrpcServiceError, WorkflowFailedError } from '@temporalio/client';
import { ActivityFailure, ApplicationFailure, TimeoutFailure } from '@temporalio/common';
import { teamIdAttribute } from './search-attributes.ts';
import { startOnce } from './start-once.ts';

/** How work in a sandbox can end without an outcome. */
export type SandboxWorkFailure =
  'busy' | 'unavailable' | 'interrupted' | 'refused' | 'timed_out' | 'internal';

/** End of work in a sandbox: the workflow's result if an outcome is stored, otherwise the reason why there is none. */
export type SandboxWorkEnd<T> = { readonly result: T } | { readonly failure: SandboxWorkFailure };

const OF_TYPE: Readonly<Record<string, SandboxWorkFailure>> = {
  SandboxesBusy: 'busy',
  SandboxesUnavailable: 'unavailable',
  Transient: 'unavailable',
  Interrupted: 'interrupted',
  Refused: 'refused',
};

export interface SandboxWork {
  readonly workflow: string;
  readonly summary: string;
  readonly taskQueue: string;
  /** How long Temporal delays the start after accepting the work, for work that has already begun by another way. */
  readonly delayMs?: number;
  readonly input: {
    readonly team_id: string;
    readonly ledger_ref: string;
    readonly timeout_ms: number;
    readonly wait_ms: number;
  };
}

/** How long Temporal may take to accept work; nothing starts it later. */
const START_WITHIN_MS = 20_000;
/** Allowance beyond the work's own time and its wait for a sandbox, for restarts of the database and of Temporal. */
const SLACK_MS = 100_000;
/** Interval between requests for the result of accepted work while Temporal is unavailable. */
const ASK_AGAIN_MS = 250;
/** Temporal hands a workflow to another worker this long after its own worker falls silent. */
const WORKER_SILENT_MS = 8_000;

/** Runs work in a sandbox through a workflow and waits for its end: {@link startSandboxWork}, {@link awaitSandboxWork}. */
export const executeSandboxWork = async <T>(
  client: Client,
  work: SandboxWork,
): Promise<SandboxWorkEnd<T>> => {
  await startSandboxWork(client, work);
  return awaitSandboxWork<T>(client, work.input);
};

/**
 * Starts the workflow of work in a sandbox, unless one with the same ledger_ref exists.
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
 * Waits for the end of work that was started, through restarts of Temporal.
 * @throws a gRPC error when Temporal stays unavailable
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
