import {
  ActivityFailure,
  type ActivityOptions,
  CancellationScope,
  isCancellation,
  proxyActivities,
  TimeoutFailure,
} from '@temporalio/workflow';
import type { SandboxActivities } from '../activities/sandbox.ts';
import type { OpenedSandbox } from '../activities/code/session.ts';
import type { RanCode } from '../activities/code/run-in-session.ts';
import type { Actor, AskedRun } from '../ledger/index.ts';
import type { Profile } from '../sandbox/job.ts';

/** Options for opening a sandbox. */
export interface SessionOptions extends AskedRun {
  readonly team_id: string;
  readonly ledger_ref: string;
  /** Queue served by every sandbox host. */
  readonly task_queue: string;
  readonly profile: Profile;
  readonly lifetime_ms: number;
  readonly wait_ms: number;
  /** Identifies the case, with masked values only. */
  readonly metadata: Readonly<Record<string, string>>;
  /** Step number of the row `sandbox.open`. */
  readonly step: number;
  /** Memory limit in MiB, if it differs from the profile's. */
  readonly memory_mb?: number;
  /** Whether a developer keeps it. A host gives only a part of its sandboxes to developers. */
  readonly kept?: boolean;
}

export interface SandboxSession {
  readonly sandboxId: string;
  /**
   * Runs the code sealed under `jobRef`, with the files and Python variables from earlier calls.
   * @throws ActivityFailure whose cause is an ApplicationFailure of type Interrupted when the sandbox is gone
   */
  readonly run: (job: {
    readonly jobRef: string;
    readonly step: number;
    readonly timeoutMs: number;
    /** Who asked for this code, if not whoever asked for the sandbox. */
    readonly askedBy?: Actor;
  }) => Promise<RanCode>;
  /** Keeps the files that the session's code left, if the sandbox is still there. `jobRef` is the session's last job. */
  readonly keepFiles: (jobRef: string) => Promise<void>;
  /** Destroys the sandbox and writes its row, even if the workflow was cancelled. `askedBy` is who ended it, if not whoever asked for it. */
  readonly close: (step: number, askedBy?: Actor) => Promise<void>;
}

/** A host that has not taken work for this long is gone, because a live worker polls all the time. */
const HOST_TAKES_WITHIN = '10s';
const RETRY = { initialInterval: '100ms', maximumInterval: '2s', maximumAttempts: 5 } as const;
/** Time in milliseconds for reading and storing the files that code left. */
const FILES_MS = 60_000;
/** Extra time in milliseconds, in case the database restarts during a write. */
const SLACK_MS = 90_000;

const activitiesAt = (
  taskQueue: string,
  timeoutMs: number,
  more: Pick<ActivityOptions, 'scheduleToStartTimeout'> = {},
) =>
  proxyActivities<SandboxActivities>({
    taskQueue,
    startToCloseTimeout: timeoutMs + SLACK_MS,
    // If heartbeats are missing for this long, the worker is gone.
    heartbeatTimeout: '5s',
    retry: RETRY,
    ...more,
  });

/**
 * Opens a sandbox on the first host that has a free one. The sandbox is kept open between calls, and later calls go only to that
 * host.
 */
export const openSession = async (options: SessionOptions): Promise<SandboxSession> => {
  const { task_queue: anyHost, ...input } = options;
  const opened: OpenedSandbox = await activitiesAt(anyHost, options.wait_ms).openSandbox(input);
  const call = {
    team_id: options.team_id,
    ledger_ref: options.ledger_ref,
    sandbox_id: opened.sandbox_id,
    ...(options.asked_by !== undefined && { asked_by: options.asked_by }),
  };
  const onHost = (timeoutMs: number) =>
    activitiesAt(opened.task_queue, timeoutMs, { scheduleToStartTimeout: HOST_TAKES_WITHIN });
  return {
    sandboxId: opened.sandbox_id,
    run: async ({ jobRef, step, timeoutMs, askedBy }) => {
      const job = { ...call, step, job_ref: jobRef, ...by(askedBy) };
      try {
        return await onHost(timeoutMs).runCode(job);
      } catch (error) {
        // Any other host can return the outcome or record that it is unknown.
        if (isGone(error)) return activitiesAt(anyHost, 0).settleCode(job);
        throw error;
      }
    },
    keepFiles: async (jobRef) => {
      try {
        await onHost(FILES_MS).keepFiles({ ...call, job_ref: jobRef });
      } catch (error) {
        // The files are lost with their host, or cannot be stored; the run ends with its answer all the same.
        if (!(error instanceof ActivityFailure) || isCancellation(error)) throw error;
      }
    },
    close: async (step, askedBy) =>
      CancellationScope.nonCancellable(async () => {
        const closing = { ...call, step, ...by(askedBy) };
        try {
          await onHost(0).closeSandbox(closing);
        } catch (error) {
          if (!isGone(error)) throw error;
          await activitiesAt(anyHost, 0).closeSandbox(closing);
        }
      }),
  };
};

const by = (asked_by: Actor | undefined): AskedRun => (asked_by === undefined ? {} : { asked_by });

const isGone = (error: unknown): boolean =>
  error instanceof ActivityFailure && error.cause instanceof TimeoutFailure;
