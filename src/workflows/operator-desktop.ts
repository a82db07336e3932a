import {
  ActivityCancellationType,
  ActivityFailure,
  type ActivityOptions,
  ApplicationFailure,
  CancellationScope,
  proxyActivities,
  TimeoutFailure,
} from '@temporalio/workflow';
import type { CallDesktopInput, CallResult } from '../activities/operator/call-desktop.ts';
import type { DesktopActivities } from '../activities/operator/index.ts';
import type { ClosedDesktop, OpenedDesktop } from '../activities/operator/types.ts';
import type { OperatorRunInput } from '../runs/operator/workflow.ts';

/** A worker that is started again takes up its desktops within their time of grace; a host that takes longer is gone. */
const HOST_TAKES_WITHIN = '25s';
/** The image of desktops may have to be built for the first of them. */
const BUILD_WITHIN_MS = 15 * 60_000;
/** How long a run waits for a desktop. */
const WAIT_MS = 120_000;
const SLACK_MS = 60_000;
/** The longest that one call may take: a batch, each of whose actions may wait. */
const CALL_WITHIN_MS = 300_000;
const RETRY = { initialInterval: '200ms', maximumInterval: '2s', maximumAttempts: 20 } as const;

const activitiesAt = (taskQueue: string, timeoutMs: number, more: Partial<ActivityOptions> = {}) =>
  proxyActivities<DesktopActivities>({
    taskQueue,
    startToCloseTimeout: timeoutMs + SLACK_MS,
    // Silent beats of the worker mean that it is gone.
    heartbeatTimeout: '5s',
    retry: RETRY,
    ...more,
  });

/** The desktop of a run, wherever it is. */
export interface RunDesktop {
  readonly opening: number;
  readonly reference: { readonly desktop_id: string; readonly lifetime_ms: number };
  /** @throws ActivityFailure; see {@link isDesktopLost} */
  readonly call: (input: CallDesktopInput) => Promise<CallResult>;
  /** Destroys it and writes its row; also when the workflow was cancelled. */
  readonly close: (step: number) => Promise<ClosedDesktop | undefined>;
}

/** Opens a desktop on whichever host has one first. Later calls go to that host alone. */
export const openDesktop = async (
  run: OperatorRunInput,
  { opening, step }: { readonly opening: number; readonly step: number },
): Promise<{ readonly desktop: RunDesktop; readonly next_step: number }> => {
  const lifetime_ms = run.wall_ms + WAIT_MS + SLACK_MS;
  const opened: OpenedDesktop = await activitiesAt(run.task_queue, WAIT_MS + BUILD_WITHIN_MS, {
    retry: { ...RETRY, initialInterval: '1s', maximumInterval: '5s' },
    // A desktop that is being opened when the run is cancelled is closed by whoever opens it.
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
          // A desktop that no host listens to ends by itself.
          return await activitiesAt(run.task_queue, 0).closeDesktop(input);
        }
      }),
  };
  return { desktop, next_step: opened.next_step };
};

/** Whether a desktop is gone, or the host that had it. */
export const isDesktopLost = (error: unknown): boolean => {
  if (!(error instanceof ActivityFailure)) return false;
  const { cause } = error;
  return (
    cause instanceof TimeoutFailure || (cause instanceof ApplicationFailure && cause.type === 'DesktopLost')
  );
};
