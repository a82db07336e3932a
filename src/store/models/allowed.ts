import type { Kysely } from 'kysely';
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

/** Limits a team to these models, starting with its next run; undefined removes the limit. */
export const limitTeam = async (
  db: Kysely<Database>,
  teamId: string,
  models: readonly string[] | undefined,
): Promise<void> => {
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('team_models').where('team_id', '=', teamId).execute();
    if (models === undefined || models.length === 0) return;
    await tx
      .insertInto('team_models')
      .values([...new Set(models)].map((model) => ({ team_id: teamId, model })))
      .execute();
  });
};
