import { ActivityCancellationType, type ActivityOptions } from '@temporalio/workflow';

/**
 * For a step that takes milliseconds. One that takes longer sends a heartbeat each second (activities/common/heartbeat.ts), so five
 * silent seconds mean that its worker is gone. It is retried for ten minutes in all, which outlives a restart of the database, and
 * a retry finds what was already done. Failures that no retry can fix are marked as such where they are classified
 * (activities/common/failures.ts).
 */
export const STEPWISE: ActivityOptions = {
  startToCloseTimeout: '30s',
  heartbeatTimeout: '5s',
  scheduleToCloseTimeout: '10m',
  retry: { initialInterval: '100ms', backoffCoefficient: 2, maximumInterval: '5s' },
  // A step that has begun is finished, because its row may already be in the ledger.
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
};

/** For the end of a run, which must be written: it is retried for as long as the run may live. */
export const UNTIL_WRITTEN: ActivityOptions = {
  startToCloseTimeout: '30s',
  heartbeatTimeout: '5s',
  retry: { initialInterval: '100ms', backoffCoefficient: 2, maximumInterval: '10s' },
};
