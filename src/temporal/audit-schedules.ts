import {
  type Client,
  ScheduleAlreadyRunning,
  ScheduleNotFoundError,
  ScheduleOverlapPolicy,
} from '@temporalio/client';
import type { ledgerAudit, retention } from '../workflows/ledger-audit.ts';

const DAY_S = 86_400;

type WorkflowType = (typeof ledgerAudit | typeof retention)['name'];

/**
 * Has the engine audit the ledger at intervals and erase once a day. Any worker may ask for it at any time: there is one
 * schedule of each, and the last one who asks decides the interval.
 * @param everySeconds of the audit; 0 ends both
 */
export const ensureAuditSchedules = async (
  client: Client,
  { taskQueue, everySeconds }: { readonly taskQueue: string; readonly everySeconds: number },
): Promise<void> => {
  const schedules: readonly [WorkflowType, number][] = [
    ['ledgerAudit', everySeconds],
    ['retention', everySeconds === 0 ? 0 : DAY_S],
  ];
  for (const [workflowType, seconds] of schedules) await ensure(client, { workflowType, taskQueue, seconds });
};

const ensure = async (
  client: Client,
  { workflowType, taskQueue, seconds }: { workflowType: WorkflowType; taskQueue: string; seconds: number },
): Promise<void> => {
  const scheduleId = `${workflowType}-${taskQueue}`;
  const handle = client.schedule.getHandle(scheduleId);
  if (seconds === 0) {
    await handle.delete().catch((error: unknown) => {
      if (!(error instanceof ScheduleNotFoundError)) throw error;
    });
    return;
  }
  const schedule = {
    spec: { intervals: [{ every: seconds * 1_000 }] },
    action: {
      type: 'startWorkflow' as const,
      workflowType,
      workflowId: scheduleId,
      taskQueue,
      workflowExecutionTimeout: '24h' as const,
    },
    // One at a time; one that was missed is made good by the next.
    policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: '1 minute' as const },
  };
  try {
    await client.schedule.create({ scheduleId, ...schedule });
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    await handle.update(({ state }) => ({ ...schedule, state }));
  }
};
