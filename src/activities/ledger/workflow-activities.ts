import type { Client } from '@temporalio/client';
import type { KnownActivity } from '../../ledger/audit/compare-history.ts';

const DEADLINE_MS = 10_000;

/** What Temporal's history says about a workflow's activities. */
export interface WorkflowActivities {
  readonly activities: readonly KnownActivity[];
  /** Whether the workflow completed, rather than failed or was cancelled. */
  readonly isDone: boolean;
}

/**
 * Reads a workflow's activities from its history.
 * @param runId one execution of the workflow; by default the latest
 * @throws errors of Temporal
 */
export const activitiesOf = async (
  client: Client,
  workflowId: string,
  runId?: string,
): Promise<WorkflowActivities> => {
  const history = await client.withDeadline(Date.now() + DEADLINE_MS, async () =>
    client.workflow.getHandle(workflowId, runId).fetchHistory(),
  );
  const activities = new Map<string, KnownActivity>();
  for (const event of history.events ?? []) {
    const scheduled = event.activityTaskScheduledEventAttributes;
    const completed = event.activityTaskCompletedEventAttributes?.scheduledEventId;
    if (scheduled) {
      const { activityId, activityType } = scheduled;
      activities.set(String(event.eventId), {
        id: activityId ?? '',
        type: activityType?.name ?? '',
        completed: false,
      });
    } else if (completed) {
      const known = activities.get(String(completed));
      if (known !== undefined) activities.set(String(completed), { ...known, completed: true });
    }
  }
  const isDone = history.events?.some((event) => event.workflowExecutionCompletedEventAttributes) ?? false;
  return { activities: [...activities.values()], isDone };
};
