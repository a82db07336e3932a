import { createLedgerAuditActivities, type LedgerAuditActivities } from '../../activities/ledger/audit.ts';
import { createAlertHook } from './alert-hook.ts';
import { ensureAuditSchedules } from '../../temporal/audit-schedules.ts';
import { queuesOf } from '../../temporal/queues.ts';
import { untilScheduled } from '../connect.ts';
import type { WorkerParts } from '../parts.ts';

/**
 * Ensures that the schedules exist, and returns the activities that audit the ledger and erase cases after their retention
 * period.
 */
export const prepareLedgerAudit = async (parts: WorkerParts): Promise<LedgerAuditActivities> => {
  const { config, log } = parts;
  const { steps, sandboxes } = queuesOf(config.TEMPORAL_TASK_QUEUE);
  await untilScheduled(log, async () =>
    ensureAuditSchedules(parts.client, { taskQueue: steps, everySeconds: config.LEDGER_AUDIT_EVERY_S }),
  );
  const hook = await createAlertHook(parts);
  return createLedgerAuditActivities({
    ...parts,
    taskQueues: [steps, sandboxes],
    fullHours: config.LEDGER_FULL_CHECK_HOURS,
    retentionDays: config.RETENTION_DAYS,
    hooks: hook === undefined ? [] : [hook],
    report: (event) => {
      if ('failed' in event) {
        log.error({ error: event.error, outcome: event.failed }, 'ledger audit failed');
        return;
      }
      const { team_id, first_broken, reason } = event.alert;
      log.error({ team_id, seq: first_broken, outcome: reason }, 'ALERT: ledger verification failed');
    },
  });
};
