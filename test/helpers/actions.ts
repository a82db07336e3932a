import type { Db } from '../../src/store/db/client.ts';

/** Returns the actions of a reference's rows, in their order. */
export const readActions = async (db: Db, ref: string): Promise<readonly string[]> => {
  const rows = await db
    .selectFrom('agent_actions')
    .select('action')
    .where('ledger_ref', '=', ref)
    .orderBy('seq')
    .execute();
  return rows.map(({ action }) => action);
};
