import { modelsOfTeam } from '../../store/models/allowed.ts';
import { ProblemError } from '../http/problem.ts';
import type { ApiSettings, Services } from '../services/services.ts';

type Configured = NonNullable<ApiSettings['model']>;

/** The model that a run is accepted with, and the run's budgets. */
export interface AcceptedModel extends Pick<Configured, 'budgets' | 'operator'> {
  readonly name: string;
  /** Whether the model must stay the same if the settings change: the request named it, or the team may not use the default. */
  readonly chosen: boolean;
}

/**
 * Returns the model for a request: the one that it names, otherwise the first that the team may use.
 * @param wanted `model` of the request
 * @param fits whether a model can do the work
 * @throws ProblemError if there is no model, or if the request names one that does not exist, does not fit, or is not allowed
 */
export const chooseModel = async (
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  teamId: string,
  wanted: string | undefined,
  fits: (model: Configured['choices'][number]) => boolean = () => true,
): Promise<AcceptedModel> => {
  const { model } = settings;
  if (model === null) throw new ProblemError('no-model-provider');
  const { choices, budgets, operator } = model;
  const allowed = await modelsOfTeam(db, teamId);
  const may = choices.filter((one) => allowed === undefined || allowed.includes(one.name));
  const [first] = may.filter(fits);
  if (wanted === undefined) {
    if (first === undefined) throw new ProblemError('model-not-allowed', { detail: NONE });
    return { name: first.name, chosen: first !== choices[0], budgets, operator };
  }
  const known = choices.find(({ name }) => name === wanted);
  if (known === undefined) throw invalid(`is not a model of this service; expected ${listed(may)}`);
  if (!may.includes(known)) throw new ProblemError('model-not-allowed');
  if (!fits(known))
    throw invalid('cannot use the tools that this service gives to operators (`OPERATOR_TOOLS`)');
  return { name: wanted, chosen: true, budgets, operator };
};

const NONE = 'Your team may use none of the models that can do this. Ask the administrator to allow one.';

const listed = (models: readonly { readonly name: string }[]): string =>
  models.length === 0 ? 'no `model`' : models.map(({ name }) => `\`${name}\``).join(', ');

const invalid = (message: string): ProblemError =>
  new ProblemError('invalid-request', { errors: [{ in: 'body', pointer: '/model', message }] });
