import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import type { Signing } from '../../ledger/sign.ts';
import { signTeamCheckpointNow } from '../../temporal/checkpoints.ts';
import type { VerticalRunInput } from '../../runs/vertical/workflow.ts';
import type { StoredLiveRun } from '../../runs/vertical/live.ts';
import { awaitCodeRun, startCodeRun } from '../../runs/code/start.ts';
import type { ApprovalAnswer } from '../../runs/operator/answers.ts';
import type { OperatorRunInput } from '../../runs/operator/workflow.ts';
import { executeExtraction } from '../../runs/document/start.ts';
import { startLiveRun } from '../../runs/vertical/start-live.ts';
import { startAgentRun, type StartableRun } from '../../runs/agent/start.ts';
import { signalApproval, startOperatorRun } from '../../runs/operator/start.ts';
import { queuesOf } from '../../temporal/queues.ts';
import type { SandboxWorkEnd } from '../../temporal/sandbox-work.ts';
import { cancelWorkflow } from '../../temporal/cancel-workflow.ts';
import { startVerticalRun } from '../../runs/vertical/start.ts';
import type { CodeRunInput, CodeRunTimes } from '../../runs/code/workflow.ts';
import type { ExtractionInput } from '../../runs/document/workflow.ts';

/** How long a request waits for the engine: a run that it could not start in time is started later. */
const PATIENCE_MS = 1_000;

/** After it did not answer, requests do not wait for it for as long as this. */
const REST_MS = 1_000;

/** How long a request waits for a checkpoint: the first one over a long chain may take longer, and is signed all the same. */
const SIGNING_MS = 30_000;

/** How often it is asked for a sign of life while something takes long. */
const LOOK_EVERY_MS = 1_500;

/** The engine did not answer in time. */
export class TemporalAwayError extends Error {
  override readonly name = 'TemporalAwayError';
  readonly code = 'ENGINE_AWAY';
}

/** What the API asks of the workflow engine. */
export interface WorkflowClient {
  /** @throws when the engine cannot be reached in time */
  startRun(run: VerticalRunInput): Promise<void>;
  /** @throws when the engine cannot be reached in time */
  startLiveRun(run: StoredLiveRun): Promise<void>;
  /** Of an agent task or an analysis. @throws when the engine cannot be reached in time */
  startAgentRun(run: StartableRun): Promise<void>;
  /** Of any kind. A run that the engine does not hold (not yet, or no more) is no error. @throws when it cannot be reached in time */
  cancelRun(runId: string): Promise<void>;
  /**
   * Has submitted code run, once the engine has held it back for `delayMs`. A run that was started before is left as it is.
   * @throws when the engine does not take it
   */
  startCode(input: CodeRunInput, delayMs: number): Promise<void>;
  /** Waits for the end of submitted code. @throws when the engine stays away */
  awaitCode(input: CodeRunInput): Promise<SandboxWorkEnd<CodeRunTimes>>;
  /**
   * Has a stored document extracted and waits for its end.
   * @throws when the engine cannot be reached
   */
  extract(input: ExtractionInput): Promise<SandboxWorkEnd<void>>;
  /** The queue that every sandbox host serves. */
  readonly sandboxQueue: string;
  /** @throws when the engine cannot be reached in time */
  startOperator(run: OperatorRunInput): Promise<void>;
  /**
   * Hands a person's answer on to a run that waits for it.
   * @returns false when the engine holds no such run that goes on
   * @throws when it cannot be reached in time
   */
  approveOperator(runId: string, answer: ApprovalAnswer): Promise<boolean>;
  /** Has a worker sign a checkpoint for a team. @throws when the engine, or every worker, is away */
  signCheckpoint(teamId: string, requestId: string): Promise<Signing>;
  /** Whether it answers now. */
  isUp(): Promise<boolean>;
}

/** The engine over a Temporal client, which connects at its first call. */
export const createWorkflowClient = (client: Client, taskQueue: string): WorkflowClient => {
  let restUntil = 0;

  const ask = async <T>(call: () => Promise<T>): Promise<T> => {
    if (performance.now() < restUntil) throw new TemporalAwayError('the engine did not answer a moment ago');
    try {
      return await patiently(call);
    } catch (error) {
      restUntil = performance.now() + REST_MS;
      throw error;
    }
  };

  const isUp = async (): Promise<boolean> => {
    try {
      await patiently(async () =>
        client.withDeadline(Date.now() + PATIENCE_MS, async () => client.workflowService.getSystemInfo({})),
      );
      return true;
    } catch {
      return false;
    }
  };

  /** An engine that is slow may take its time; one that is away is not waited for, and the call is given up. */
  const unlessAway = async (call: () => Promise<void>): Promise<void> => {
    const over = new AbortController();
    const watch = async (): Promise<void> => {
      for (let misses = 0; misses < 2;) {
        await sleep(LOOK_EVERY_MS, undefined, { signal: over.signal });
        misses = (await isUp()) ? 0 : misses + 1;
      }
      throw new TemporalAwayError('the engine does not answer');
    };
    const watching = watch();
    watching.catch(() => undefined);
    try {
      await Promise.race([client.withAbortSignal(over.signal, call), watching]);
    } finally {
      over.abort();
    }
  };

  return {
    startRun: async (run) =>
      ask(async () => startVerticalRun(client, { taskQueue, deadlineMs: PATIENCE_MS, input: run })),
    startAgentRun: async (run) =>
      ask(async () => startAgentRun(client, { taskQueue, run, deadlineMs: PATIENCE_MS })),
    startLiveRun: async (run) =>
      ask(async () => startLiveRun(client, { taskQueue, run, deadlineMs: PATIENCE_MS })),
    cancelRun: async (runId) => ask(async () => cancelWorkflow(client, runId, PATIENCE_MS)),
    sandboxQueue: queuesOf(taskQueue).sandboxes,
    startOperator: async (input) =>
      ask(async () => startOperatorRun(client, { taskQueue, input, deadlineMs: PATIENCE_MS })),
    approveOperator: async (runId, answer) => ask(async () => signalApproval(client, runId, answer)),
    startCode: async (input, delayMs) =>
      unlessAway(async () =>
        startCodeRun(client, { taskQueue: queuesOf(taskQueue).sandboxes, delayMs, input }),
      ),
    awaitCode: async (input) => awaitCodeRun(client, input),
    signCheckpoint: async (teamId, requestId) =>
      signTeamCheckpointNow(client, {
        taskQueue,
        teamId,
        workflowId: `ledger-checkpoint-${requestId}`,
        deadlineMs: SIGNING_MS,
      }),
    extract: async (input) => executeExtraction(client, { taskQueue: queuesOf(taskQueue).sandboxes, input }),
    isUp,
  };
};

/** The client's own deadline does not cover the time it takes to connect, so this one does. */
const patiently = async <T>(call: () => Promise<T>): Promise<T> => {
  const limit = new AbortController();
  try {
    return await Promise.race([
      call(),
      sleep(PATIENCE_MS, undefined, { signal: limit.signal }).then((): never => {
        throw new TemporalAwayError('the engine did not answer in time');
      }),
    ]);
  } finally {
    limit.abort();
  }
};
