import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import type { Signing } from '../../ledger/sign.ts';
import { startTeamCheckpoint } from '../../temporal/checkpoints.ts';
import type { VerticalRunInput } from '../../runs/vertical/workflow.ts';
import type { StoredTeamLiveRun } from '../../runs/team-verticals/live.ts';
import { startTeamLiveRun } from '../../runs/team-verticals/start-live.ts';
import { startTeamVerticalRun } from '../../runs/team-verticals/start.ts';
import type { TeamVerticalRunInput } from '../../runs/team-verticals/workflow.ts';
import type { StoredLiveRun } from '../../runs/vertical/live.ts';
import { awaitCodeRun, startCodeRun } from '../../runs/code/start.ts';
import type { ApprovalAnswer } from '../../store/operators/answers.ts';
import { startOperatorVideo } from '../../runs/operator/start-video.ts';
import type { OperatorRunInput, OperatorVideoInput } from '../../runs/operator/workflow.ts';
import { executeDocumentCheck, executeExtraction, executePageDrawing } from '../../runs/document/start.ts';
import { startLiveRun } from '../../runs/vertical/start-live.ts';
import { startAgentRun, type StartableRun } from '../../runs/agent/start.ts';
import { startBacktest } from '../../runs/rule-sets/start.ts';
import { signalReviewClosed, wakeReviewClock } from '../../runs/reviews/start.ts';
import { signalApproval, startOperatorRun } from '../../runs/operator/start.ts';
import { startSandboxSession, signalSandbox } from '../../runs/sandboxes/start.ts';
import type { SandboxSessionInput, SandboxWord } from '../../runs/sandboxes/workflow.ts';
import { queuesOf } from '../../temporal/queues.ts';
import type { SandboxWorkEnd } from '../../temporal/sandbox-work.ts';
import { cancelWorkflow } from '../../temporal/cancel-workflow.ts';
import { signalResumed } from '../../temporal/signal-resumed.ts';
import { startVerticalRun } from '../../runs/vertical/start.ts';
import type { CodeRunInput, CodeRunTimes } from '../../runs/code/workflow.ts';
import type {
  DocumentCheckInput,
  DocumentPageInput,
  DrawnPage,
  ExtractionInput,
} from '../../runs/document/workflow.ts';

/** Maximum time that a request waits for Temporal. A run that could not be started by then is started later. */
const PATIENCE_MS = 1_000;

/** Time during which requests fail immediately instead of waiting, after Temporal has not responded. */
const REST_MS = 1_000;

/** Maximum time that a request waits for a checkpoint. A long chain's first checkpoint may take longer, and is still signed. */
const SIGNING_MS = 30_000;

/** How often Temporal is probed during a slow call. */
const LOOK_EVERY_MS = 1_500;

/** Thrown when Temporal does not respond in time. */
export class TemporalAwayError extends Error {
  override readonly name = 'TemporalAwayError';
  readonly code = 'ENGINE_AWAY';
}

/** The calls that the API makes to Temporal. */
export interface WorkflowClient {
  /** @throws if Temporal cannot be reached in time */
  startRun(run: VerticalRunInput): Promise<void>;
  /** Starts a run of a team's own vertical. @throws if Temporal cannot be reached in time */
  startTeamRun(run: TeamVerticalRunInput): Promise<void>;
  /** @throws if Temporal cannot be reached in time */
  startLiveRun(run: StoredLiveRun): Promise<void>;
  /** Starts a live run of a team's own vertical. @throws if Temporal cannot be reached in time */
  startTeamLiveRun(run: StoredTeamLiveRun): Promise<void>;
  /** Starts an agent task or an analysis. @throws if Temporal cannot be reached in time */
  startAgentRun(run: StartableRun): Promise<void>;
  /**
   * Cancels a run. It is not an error if Temporal does not know the run yet or has already removed it.
   * @throws if Temporal cannot be reached in time
   */
  cancelRun(runId: string): Promise<void>;
  /**
   * Starts the workflow for submitted code after `delayMs`. Has no effect on a workflow that has already been started.
   * @throws if Temporal does not accept it
   */
  startCode(input: CodeRunInput, delayMs: number): Promise<void>;
  /** Waits for submitted code to end. @throws if Temporal remains unavailable */
  awaitCode(input: CodeRunInput): Promise<SandboxWorkEnd<CodeRunTimes>>;
  /**
   * Extracts a stored document through its workflow and waits for the extraction to end.
   * @throws if Temporal cannot be reached
   */
  extract(input: ExtractionInput): Promise<SandboxWorkEnd<void>>;
  /**
   * Checks an uploaded document in a sandbox and waits for that.
   * @throws if Temporal cannot be reached
   */
  checkDocument(input: DocumentCheckInput): Promise<SandboxWorkEnd<void>>;
  /**
   * Draws a page in a sandbox and waits for that.
   * @throws if Temporal cannot be reached
   */
  drawPage(input: DocumentPageInput): Promise<SandboxWorkEnd<DrawnPage>>;
  /** The task queue that every sandbox host serves. */
  readonly sandboxQueue: string;
  /** @throws if Temporal cannot be reached in time */
  startOperator(run: OperatorRunInput): Promise<void>;
  /** Has a sandbox host make a video of a run. @throws if Temporal cannot be reached in time */
  startVideo(video: OperatorVideoInput): Promise<void>;
  /**
   * Passes a person's answer to a run that is waiting for it.
   * @returns false if Temporal has no such running workflow
   * @throws if Temporal cannot be reached in time
   */
  approveOperator(runId: string, answer: ApprovalAnswer): Promise<boolean>;
  /** Starts the workflow that owns a developer's sandbox. @throws if Temporal cannot be reached in time */
  startSandbox(input: Omit<SandboxSessionInput, 'sandbox_queue'>): Promise<void>;
  /** Gives a word to a sandbox's workflow. @returns false if it has ended @throws if Temporal cannot be reached in time */
  signalSandbox(word: SandboxWord): Promise<boolean>;
  /** Notifies runs that a suspension has ended. @throws if Temporal cannot be reached in time */
  notifyResumed(runIds: readonly string[]): Promise<void>;
  /** Notifies a review's workflow that the review has changed. @throws if Temporal cannot be reached in time */
  wakeReview(review: { readonly reviewId: string; readonly teamId: string }): Promise<void>;
  /** Starts a backtest of a rule set. @throws if Temporal cannot be reached in time */
  startBacktest(backtest: { readonly id: string; readonly teamId: string }): Promise<void>;
  /** Notifies a run that a review of one of its calls was closed. @throws if Temporal cannot be reached in time */
  signalReviewClosed(answered: { readonly runId: string; readonly reviewId: string }): Promise<void>;
  /** Asks a worker to sign a checkpoint for a team. @throws if Temporal, or every worker, is unavailable */
  signCheckpoint(teamId: string, requestId: string): Promise<Signing>;
  /** Returns whether Temporal responds at the moment. */
  isUp(): Promise<boolean>;
}

/** Returns a workflow client over a Temporal client, which connects on its first call. */
export const createWorkflowClient = (client: Client, taskQueue: string): WorkflowClient => {
  let restUntil = 0;

  const ask = async <T>(call: () => Promise<T>): Promise<T> => {
    if (performance.now() < restUntil) throw new TemporalAwayError('Temporal did not respond a moment ago');
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

  /** Waits for Temporal if it is slow, but abandons the call if Temporal is unavailable. */
  const unlessAway = async <T>(call: () => Promise<T>): Promise<T> => {
    const over = new AbortController();
    const watch = async (): Promise<never> => {
      for (let misses = 0; misses < 2;) {
        await sleep(LOOK_EVERY_MS, undefined, { signal: over.signal });
        misses = (await isUp()) ? 0 : misses + 1;
      }
      throw new TemporalAwayError('Temporal does not respond');
    };
    const watching = watch();
    watching.catch(() => undefined);
    try {
      return await Promise.race([client.withAbortSignal(over.signal, call), watching]);
    } finally {
      over.abort();
    }
  };

  return {
    startRun: async (run) =>
      ask(async () => startVerticalRun(client, { taskQueue, deadlineMs: PATIENCE_MS, input: run })),
    startTeamRun: async (run) =>
      ask(async () => startTeamVerticalRun(client, { taskQueue, deadlineMs: PATIENCE_MS, input: run })),
    startAgentRun: async (run) =>
      ask(async () => startAgentRun(client, { taskQueue, run, deadlineMs: PATIENCE_MS })),
    startLiveRun: async (run) =>
      ask(async () => startLiveRun(client, { taskQueue, run, deadlineMs: PATIENCE_MS })),
    startTeamLiveRun: async (run) =>
      ask(async () => startTeamLiveRun(client, { taskQueue, run, deadlineMs: PATIENCE_MS })),
    cancelRun: async (runId) => ask(async () => cancelWorkflow(client, runId, PATIENCE_MS)),
    sandboxQueue: queuesOf(taskQueue).sandboxes,
    startOperator: async (input) =>
      ask(async () => startOperatorRun(client, { taskQueue, input, deadlineMs: PATIENCE_MS })),
    startVideo: async (input) =>
      ask(async () => startOperatorVideo(client, { taskQueue, input, deadlineMs: PATIENCE_MS })),
    approveOperator: async (runId, answer) => ask(async () => signalApproval(client, runId, answer)),
    startSandbox: async (input) =>
      ask(async () => startSandboxSession(client, { taskQueue, input, deadlineMs: PATIENCE_MS })),
    signalSandbox: async (word) => ask(async () => signalSandbox(client, word)),
    notifyResumed: async (runIds) => {
      await signalResumed(client, runIds, PATIENCE_MS);
    },
    wakeReview: async (review) =>
      ask(async () => wakeReviewClock(client, { ...review, taskQueue, deadlineMs: PATIENCE_MS })),
    startBacktest: async (backtest) =>
      ask(async () => startBacktest(client, { ...backtest, taskQueue, deadlineMs: PATIENCE_MS })),
    signalReviewClosed: async (answered) =>
      ask(async () => signalReviewClosed(client, { ...answered, deadlineMs: PATIENCE_MS })),
    startCode: async (input, delayMs) =>
      unlessAway(async () =>
        startCodeRun(client, { taskQueue: queuesOf(taskQueue).sandboxes, delayMs, input }),
      ),
    awaitCode: async (input) => awaitCodeRun(client, input),
    signCheckpoint: async (teamId, requestId) => {
      const until = Date.now() + SIGNING_MS;
      const workflowId = `ledger-checkpoint-${requestId}`;
      const signing = await ask(async () =>
        startTeamCheckpoint(client, { taskQueue, teamId, workflowId, deadlineMs: PATIENCE_MS }),
      );
      return unlessAway(async () => client.withDeadline(until, async () => signing.result()));
    },
    extract: async (input) => executeExtraction(client, { taskQueue: queuesOf(taskQueue).sandboxes, input }),
    checkDocument: async (input) =>
      unlessAway(async () =>
        executeDocumentCheck(client, { taskQueue: queuesOf(taskQueue).sandboxes, input }),
      ),
    drawPage: async (input) =>
      unlessAway(async () => executePageDrawing(client, { taskQueue: queuesOf(taskQueue).sandboxes, input })),
    isUp,
  };
};

/** Applies a deadline that includes the time for connecting, which the client's own deadline does not. */
const patiently = async <T>(call: () => Promise<T>): Promise<T> => {
  const limit = new AbortController();
  try {
    return await Promise.race([
      call(),
      sleep(PATIENCE_MS, undefined, { signal: limit.signal }).then((): never => {
        throw new TemporalAwayError('Temporal did not respond in time');
      }),
    ]);
  } finally {
    limit.abort();
  }
};
