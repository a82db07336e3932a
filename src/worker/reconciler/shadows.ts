import { byService, serviceActor } from '../../ledger/index.ts';
import { endShadow } from '../../runs/rule-sets/shadow.ts';
import { expiredShadows } from '../../store/rule-sets/shadows.ts';
import { BATCH, type ReconcilerOptions } from './pass.ts';

/** Ends shadows whose time is over. */
export const endExpiredShadows = async ({
  db,
  ledger,
}: Pick<ReconcilerOptions, 'db' | 'ledger'>): Promise<void> => {
  const ending = { by: serviceActor('shadows'), because: 'time', actor: byService('shadows') } as const;
  for (const shadow of await expiredShadows(db, BATCH))
    await db.transaction().execute(async (tx) => endShadow(tx, ledger, shadow, ending));
};
