import { WorkflowNotFoundError } from '@temporalio/client';
import { RECORDS_BACK, type RecordsBack } from '../../governance/records-wait.ts';
import { claimRunsToWake } from '../../runs/vertical/waits.ts';
import { BATCH, DEADLINE_MS, reconcileEach, type ReconcilerOptions } from './pass.ts';

/**
 * Wakes runs whose connector works again, so that they do not sleep to the end of a pause that grew during
 * the outage. Several workers may do this at once; each run is woken by one of them. A run that is woken in
 * vain sleeps again.
 */
export const wakeWaitingRuns = async (
  options: Pick<ReconcilerOptions, 'db' | 'client' | 'report'>,
): Promise<void> => {
  const { db, client } = options;
  await reconcileEach(options, await claimRunsToWake(db, BATCH), {
    idOf: ({ id }) => id,
    reconcileOne: async ({ id }) => {
      try {
        // Workflows ignore signals without content, because anybody who reaches Temporal can send those.
        await client.withDeadline(Date.now() + DEADLINE_MS, async () =>
          client.workflow.getHandle(id).signal<[RecordsBack]>(RECORDS_BACK, { run_id: id }),
        );
        return 'woken';
      } catch (error) {
        if (error instanceof WorkflowNotFoundError) return 'in order';
        throw error;
      }
    },
  });
};
