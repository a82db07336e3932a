import { ActivityCancellationType, type ActivityOptions } from '@temporalio/workflow';

/**
 * Options for steps that take milliseconds. A step that takes longer sends a heartbeat every second
 * (activities/common/heartbeat.ts), so five seconds without one mean that its worker is gone. A step is retried for ten minutes
 * in total, which is longer than a database restart takes, and a retry does not repeat work that is already done. Failures that
 * no retry can fix are marked as such where they are classified (activities/common/failures.ts).
 */
export const STEPWISE: ActivityOptions = {
  startToCloseTimeout: '30s',
  heartbeatTimeout: '5s',
  scheduleToCloseTimeout: '10m',
  retry: { initialInterval: '100ms', backoffCoefficient: 2, maximumInterval: '5s' },
  // A step that has begun must be finished, because its row may already be in the ledger.
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
};

/** Options for recording a run's end. This must succeed, so it is retried for as long as the workflow may live. */
export const UNTIL_WRITTEN: ActivityOptions = {
  startToCloseTimeout: '30s',
  heartbeatTimeout: '5s',
  retry: { initialInterval: '100ms', backoffCoefficient: 2, maximumInterval: '10s' },
};

/**
 * Options for opening a review and for reading its answer. A run may wait for days, so an outage of more than
 * ten minutes must not end it. Neither activity has an effect besides its rows, so both may be repeated for
 * as long as the run may live.
 */
export const WHILE_ASKED: ActivityOptions = {
  ...UNTIL_WRITTEN,
  // An activity that has begun must be finished, because its review may already be open.
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
};
