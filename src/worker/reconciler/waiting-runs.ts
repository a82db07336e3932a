import { RECORDS_BACK } from '../../governance/records-wait.ts';
import { runsToWake } from '../../runs/vertical/waits.ts';
import { BATCH, DEADLINE_MS, reconcileEach, type ReconcilerOptions } from './pass.ts';

/**
 * Wakes runs whose connector is back, so that they need not sleep to the end of a pause that grew while it was away. Several workers
 * may do this at once; a run that is woken in vain sleeps again.
 */
export const wakeWaitingRuns = async (
  options: Pick<ReconcilerOptions, 'db' | 'client' | 'report'>,
): Promise<void> => {
  const { db, client } = options;
  await reconcileEach(options, await runsToWake(db, BATCH), {
    idOf: ({ id }) => id,
    reconcileOne: async ({ id }) => {
      await client.withDeadline(Date.now() + DEADLINE_MS, async () =>
        client.workflow.getHandle(id).signal(RECORDS_BACK),
      );
      return 'woken';
    },
  });
};
