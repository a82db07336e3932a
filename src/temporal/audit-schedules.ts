import type { Client } from '@temporalio/client';
import { ensureSchedule } from './schedules.ts';

const DAY_S = 86_400;

type WorkflowType = 'ledgerAudit' | 'retention';

/**
 * Makes Temporal audit the ledger at intervals and run the retention workflow once a day. Any worker may call this at any time:
 * there is one schedule of each kind, and the last call determines the interval.
 * @param everySeconds interval of the audit; 0 ends both schedules
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
