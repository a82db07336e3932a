import { proxyActivities } from '@temporalio/workflow';
import type { AuditPass, LedgerAuditActivities } from '../activities/ledger/audit.ts';

/**
 * Reading a long chain takes minutes, so the worker sends a heartbeat every second (activities/common/heartbeat.ts). If an
 * activity fails permanently, the schedule's next run repeats the work.
 */
const { auditLedgers, reconcileWorkflows, eraseOverdueCases } = proxyActivities<LedgerAuditActivities>({
  startToCloseTimeout: '2h',
  heartbeatTimeout: '10s',
  retry: { initialInterval: '500ms', backoffCoefficient: 2, maximumInterval: '30s', maximumAttempts: 10 },
});

/** Checks every chain, and then compares Temporal's histories with the rows. Started by its schedule. */
export const ledgerAudit = async (): Promise<{ readonly checked: number; readonly broken: number }> => {
  let [checked, broken] = [0, 0];
  for (let after: string | null = ''; after !== null;) {
    const pass: AuditPass = await auditLedgers({ after });
    checked += pass.checked;
    broken += pass.broken;
    after = pass.next;
  }
  await reconcileWorkflows();
  return { checked, broken };
};

/** Erases cases whose retention period is over. Started by its schedule. */
export const retention = async (): Promise<number> => {
  let erased = 0;
  for (let more = true; more;) {
    const pass = await eraseOverdueCases();
    erased += pass.erased;
    more = pass.more;
  }
  return erased;
};
