import type pg from 'pg';
import { settingChanged } from './acts.ts';
import type { RowActor } from './actor.ts';
import { prepare } from './prepare-entry.ts';
import { isRefusal } from './errors.ts';
import { publishKeys } from './log-keys.ts';
import { storeOn } from './statement.ts';

/**
 * Publishes the public keys that will sign from now on, over the owner's connection. If they replace others, each team's chain
 * records it in the same transaction, because the keys sign every team's checkpoints. A chain that is too damaged to append to
 * does not prevent new keys.
 */
export const replaceKeys = async (
  pool: pg.Pool,
  {
    origin,
    keys,
    actor,
  }: { readonly origin: string; readonly keys: readonly Buffer[]; readonly actor: RowActor },
): Promise<void> => {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    if (await publishKeys(client, origin, keys)) await recordKeys(client, { origin, keys, actor });
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
};

const recordKeys = async (
  client: pg.ClientBase,
  { origin, keys, actor }: Parameters<typeof replaceKeys>[1],
): Promise<void> => {
  const change = { origin, keys: keys.map((key) => key.toString('base64')) };
  // Heads are locked in the order of the team ids, as every append locks them.
  const { rows } = await client.query<{ id: string }>('SELECT id FROM teams ORDER BY id');
  for (const { id: teamId } of rows) {
    await client.query('SAVEPOINT team');
    try {
      await storeOn(client, [prepare(settingChanged({ teamId, actor }, 'signing-keys', change))]);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      await client.query('ROLLBACK TO SAVEPOINT team');
    }
  }
};
