import type { Client } from '@temporalio/client';
import { ensureSchedule } from './schedules.ts';

const DAY_S = 86_400;

type WorkflowType = 'ledgerAudit' | 'retention';

/**
 * Schedules the ledger audit at intervals and the retention workflow once a day. Any worker may call this at any time, because
 * there is only one schedule of each kind and the last call sets the interval.
 * @param everySeconds audit interval; 0 ends both schedules
 */
export const ensureAuditSchedules = async (
  client: Client,
  { taskQueue, everySeconds }: { readonly taskQueue: string; readonly everySeconds: number },
): Promise<void> => {
  const schedules: readonly [WorkflowType, number][] = [
    ['ledgerAudit', everySeconds],
    ['retention', everySeconds === 0 ? 0 : DAY_S],
  ];
  for (const [workflowType, seconds] of schedules) {
    await ensureSchedule(client, {
      scheduleId: `${workflowType}-${taskQueue}`,
      workflowType,
      taskQueue,
      everySeconds: seconds,
      input: {},
      timeout: '24h',
    });
  }
};
