import {
  ActivityCancellationType,
  ActivityFailure,
  type ActivityOptions,
  ApplicationFailure,
  CancellationScope,
  proxyActivities,
  TimeoutFailure,
} from '@temporalio/workflow';
import type { CallResult } from '../activities/operator/call-desktop.ts';
import type { DesktopActivities } from '../activities/operator/index.ts';
import type { CallDesktopInput, ClosedDesktop, OpenedDesktop } from '../activities/operator/types.ts';
import type { OperatorRunInput } from '../runs/operator/workflow.ts';

/**
 * Maximum time for a host to accept a call. A restarted worker adopts its desktops within their grace period, so a host that
 * takes longer is gone.
 */
const HOST_TAKES_WITHIN = '25s';
/** Maximum time in milliseconds to build the desktop image, for which the first desktop may have to wait. */
const BUILD_WITHIN_MS = 15 * 60_000;
/** Maximum time in milliseconds that a run waits for a desktop. */
const WAIT_MS = 120_000;
const SLACK_MS = 60_000;
/** Maximum duration of a call in milliseconds. A call may be a batch of actions that each may wait. */
const CALL_WITHIN_MS = 300_000;
const RETRY = { initialInterval: '200ms', maximumInterval: '2s', maximumAttempts: 20 } as const;

const activitiesAt = (taskQueue: string, timeoutMs: number, more: Partial<ActivityOptions> = {}) =>
  proxyActivities<DesktopActivities>({
    taskQueue,
    startToCloseTimeout: timeoutMs + SLACK_MS,
    // Missing heartbeats mean that the worker is gone.
    heartbeatTimeout: '5s',
    retry: RETRY,
    ...more,
  });

/** A run's desktop, on any host. */
export interface RunDesktop {
  readonly opening: number;
  readonly reference: { readonly desktop_id: string; readonly lifetime_ms: number };
  /** @throws ActivityFailure; see {@link isDesktopLost} */
  readonly call: (input: CallDesktopInput) => Promise<CallResult>;
  /** Destroys the desktop and writes its row, even if the workflow was cancelled. */
  readonly close: (step: number) => Promise<ClosedDesktop | undefined>;
}

/** Opens a desktop on the first host that has a free one. Later calls go only to that host. */
export const openDesktop = async (
  run: OperatorRunInput,
  { opening, step }: { readonly opening: number; readonly step: number },
): Promise<{ readonly desktop: RunDesktop; readonly next_step: number }> => {
  const lifetime_ms = run.wall_ms + WAIT_MS + SLACK_MS;
  const opened: OpenedDesktop = await activitiesAt(run.task_queue, WAIT_MS + BUILD_WITHIN_MS, {
    retry: { ...RETRY, initialInterval: '1s', maximumInterval: '5s' },
    // If the run is cancelled while a desktop is being opened, the worker that opens it also closes it.
    cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
  }).openDesktop({ run, opening, step, lifetime_ms, wait_ms: WAIT_MS });
  const reference = { desktop_id: opened.desktop_id, lifetime_ms };
  const onHost = (timeoutMs: number) =>
    activitiesAt(opened.task_queue, timeoutMs, { scheduleToStartTimeout: HOST_TAKES_WITHIN });
  const desktop: RunDesktop = {
    opening,
    reference,
    call: async (input) => onHost(CALL_WITHIN_MS).callDesktop(input),
    close: async (at) =>
      CancellationScope.nonCancellable(async () => {
        const input = { run, ...reference, opening, step: at };
        try {
          return await onHost(0).closeDesktop(input);
        } catch (error) {
          if (!isDesktopLost(error)) throw error;
          // If a desktop's host is gone, the desktop ends by itself, so any host can write its row.
          return await activitiesAt(run.task_queue, 0).closeDesktop(input);
        }
      }),
  };
  return { desktop, next_step: opened.next_step };
};

/** Returns whether a desktop, or the host that had it, is gone. */
export const isDesktopLost = (error: unknown): boolean => {
  if (!(error instanceof ActivityFailure)) return false;
  const { cause } = error;
  return (
    cause instanceof TimeoutFailure || (cause instanceof ApplicationFailure && cause.type === 'DesktopLost')
  );
};
