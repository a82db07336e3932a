import { listModels } from '../../../contract/operations/models.ts';
import { modelsOfTeam } from '../../../store/models/allowed.ts';
import { modelsNow } from '../../services/models-now.ts';
import { route } from '../../services/route.ts';

export const listModelsRoute = route(listModels, async ({ caller }, { db, settings }) => {
  const choices = settings.model?.choices ?? [];
  const allowed = await modelsOfTeam(db, caller.teamId);
  const now = await modelsNow(db, choices);
  const models = now.filter(({ choice }) => allowed === undefined || allowed.includes(choice.name));
  return {
    status: 200,
    body: {
      models: models.map(({ choice, state, sees }, at) => ({
        name: choice.name,
        default: at === 0,
        prices: {
          input: choice.prices.input,
          cached_input: choice.prices.cached,
          cache_write: choice.prices.cacheWrite,
          output: choice.prices.output,
        },
        fallback: [...choice.fallback],
        images: sees,
        state,
      })),
    },
  };
});
