import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';

/** Returns the models that a team may use, sorted by name; undefined if it may use all of them. */
export const modelsOfTeam = async (
  db: Kysely<Database>,
  teamId: string,
): Promise<readonly string[] | undefined> => {
  const rows = await db
    .selectFrom('team_models')
    .select('model')
    .where('team_id', '=', teamId)
    .orderBy('model')
    .execute();
  return rows.length === 0 ? undefined : rows.map(({ model }) => model);
};

/**
 * Limits a team to these models, starting with its next run; undefined removes the limit.
 * @returns the models that it could use before; undefined if it could use all of them
 */
export const limitTeam = async (
  tx: Transaction<Database>,
  teamId: string,
  models: readonly string[] | undefined,
): Promise<readonly string[] | undefined> => {
  const before = await modelsOfTeam(tx, teamId);
  await tx.deleteFrom('team_models').where('team_id', '=', teamId).execute();
  if (models === undefined || models.length === 0) return before;
  await tx
    .insertInto('team_models')
    .values([...new Set(models)].map((model) => ({ team_id: teamId, model })))
    .execute();
  return before;
};
