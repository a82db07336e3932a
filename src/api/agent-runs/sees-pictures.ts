import type { Message } from '../../model/messages.ts';
import { showsPictures } from '../../runs/agent/pictures.ts';
import { ProblemError } from '../http/problem.ts';
import type { Need } from '../runs/choose-model.ts';
import { modelsNow } from '../services/models-now.ts';
import type { Services } from '../services/services.ts';

/** Returns the names of the models that see pictures, as far as the service knows. */
const seeingModels = async ({
  db,
  settings,
}: Pick<Services, 'db' | 'settings'>): Promise<ReadonlySet<string>> => {
  const now = await modelsNow(db, settings.model?.choices ?? []);
  return new Set(now.flatMap(({ choice, sees }) => (sees ? [choice.name] : [])));
};

/** Returns what a request with pictures needs of its model; undefined for a request without. */
export const needOfPictures = async (
  services: Pick<Services, 'db' | 'settings'>,
  pictures: readonly unknown[] | undefined,
): Promise<Need | undefined> => {
  if (pictures === undefined) return undefined;
  const seeing = await seeingModels(services);
  return {
    fits: ({ name }) => seeing.has(name),
    unfit: 'does not see pictures',
    member: { pointer: '/pictures', message: 'no model of this service sees pictures' },
  };
};

/** Checks that a model sees the pictures of the run that a request continues. @throws ProblemError 422 */
export const expectSeen = async (
  services: Pick<Services, 'db' | 'settings'>,
  model: string,
  earlier: { readonly messages: readonly Message[] } | undefined,
): Promise<void> => {
  if (earlier === undefined || !earlier.messages.some(showsPictures)) return;
  if ((await seeingModels(services)).has(model)) return;
  const message = `has pictures, which the model ${model} does not see`;
  throw new ProblemError('invalid-request', { errors: [{ in: 'body', pointer: '/continue', message }] });
};
