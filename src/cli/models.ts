import { limitTeam, modelsOfTeam } from '../store/models/allowed.ts';
import { settingChanged } from '../ledger/index.ts';
import { COMMAND_LINE, requireTeam, withDatabase } from './connection.ts';
import type { Where } from './connection.ts';
import { EXIT } from './outcome.ts';
import type { Outcome } from './outcome.ts';

/** Shows the models that a team may use. */
export const showModels = async (where: Where, teamName: string): Promise<Outcome> =>
  withDatabase(where, async ({ db }) => {
    const team = await requireTeam(db, teamName);
    const models = await modelsOfTeam(db, team.id);
    const text = models === undefined ? `Team ${team.name} may use all models.` : models.join('\n');
    return { code: EXIT.ok, json: { team, models: models ?? null }, text };
  });

/** Limits a team to some models, starting with its next request; undefined removes the limit. */
export const limitModels = async (
  where: Where,
  teamName: string,
  models: readonly string[] | undefined,
): Promise<Outcome> =>
  withDatabase(where, async ({ db, ledger }) => {
    const team = await requireTeam(db, teamName);
    await db.transaction().execute(async (tx) => {
      const before = await limitTeam(tx, team.id, models);
      const after = await modelsOfTeam(tx, team.id);
      if (before?.join() === after?.join()) return;
      const act = { teamId: team.id, actor: COMMAND_LINE };
      const change = { before: before ?? null, after: after ?? null };
      await ledger.appendIn(tx, settingChanged(act, 'models', change));
    });
    const may = models === undefined ? 'all models' : models.join(', ');
    return {
      code: EXIT.ok,
      json: { team, models: models ?? null },
      text: `Team ${team.name} may use ${may}.`,
    };
  });
