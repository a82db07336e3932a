import { byService } from '../../ledger/index.ts';
import { actOnSwitch } from '../../runs/reviews/switch.ts';
import { endExpired } from '../../runs/suspension/set-switch.ts';
import { workflowsUnderWay } from '../../runs/suspension/waiting.ts';
import { expiredSuspensions } from '../../store/switches/switches.ts';
import { signalResumed } from '../../temporal/signal-resumed.ts';
import { DEADLINE_MS, type ReconcilerOptions } from './pass.ts';

/** Ends the suspensions whose time is over: writes their rows, queues the payouts that they held and wakes the runs that wait. */
export const endExpiredSuspensions = async ({
  db,
  ledger,
  client,
}: Pick<ReconcilerOptions, 'db' | 'ledger' | 'client'>): Promise<void> => {
  for (const expired of await expiredSuspensions(db)) {
    const scope = { ...expired, by: byService('reconciler') };
    const ended = await db
      .transaction()
      .execute(async (tx) => actOnSwitch(tx, ledger, scope, async () => endExpired(tx, ledger, expired)));
    if (ended === undefined) continue;
    // A run that gets no signal checks the database by itself.
    await signalResumed(client, await workflowsUnderWay(db, expired.teamId), DEADLINE_MS).catch(
      () => undefined,
    );
  }
};
