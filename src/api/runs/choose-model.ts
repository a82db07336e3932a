import { newLedgerRef } from '../../ids.ts';
import { actorOf } from '../../ledger/index.ts';
import type { Caller } from '../../store/keys/authenticate.ts';
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

/** What a request needs of its model. */
export interface Need {
  readonly fits: (model: Configured['choices'][number]) => boolean;
  /** What a model that does not fit cannot do, worded to follow the model's name. */
  readonly unfit: string;
  /** The member of the body that needs it, and what to say of it if no model of the service fits. */
  readonly member?: { readonly pointer: string; readonly message: string };
}

interface Asking {
  readonly caller: Caller;
  readonly requestId: string;
}

/**
 * Returns the model for a request: the one that it names, otherwise the first that the team may use. If the team may not use the
 * requested model, that is recorded in the team's ledger.
 * @param wanted `model` of the request
 * @param need what the model has to be able to do
 * @throws ProblemError if there is no model, or if the request names one that does not exist, does not fit, or is not allowed
 */
export const chooseModel = async (
  services: Pick<Services, 'db' | 'settings' | 'ledger'>,
  call: Asking,
  wanted: string | undefined,
  { fits, unfit, member }: Need = { fits: () => true, unfit: '' },
): Promise<AcceptedModel> => {
  const { model } = services.settings;
  if (model === null) throw new ProblemError('no-model-provider');
  const { choices, budgets, operator } = model;
  const allowed = await modelsOfTeam(services.db, call.caller.teamId);
  const may = choices.filter((one) => allowed === undefined || allowed.includes(one.name));
  const [first] = may.filter(fits);
  if (wanted === undefined) {
    if (first === undefined && member !== undefined && !choices.some(fits)) throw invalid(member);
    if (first === undefined) throw await refused(services, call, null);
    return { name: first.name, chosen: first !== choices[0], budgets, operator };
  }
  const known = choices.find(({ name }) => name === wanted);
  if (known === undefined) throw notModel(`is not a model of this service; expected ${listed(may)}`);
  if (!may.includes(known)) throw await refused(services, call, known.name);
  if (!fits(known)) throw notModel(unfit);
  return { name: wanted, chosen: true, budgets, operator };
};

/** Records that a team may not use a model, and returns the problem. @param model null if the team may use no model that fits */
const refused = async (
  { ledger }: Pick<Services, 'ledger'>,
  { caller, requestId }: Asking,
  model: string | null,
): Promise<ProblemError> => {
  const ledgerRef = newLedgerRef('refuse');
  await ledger.append({
    teamId: caller.teamId,
    ledgerRef,
    step: 1,
    idemKey: ledgerRef,
    action: 'model.refused',
    governance: 'blocked',
    summary: `A caller asked for ${model === null ? 'a model, but the team may use none that fits' : `the model ${model}, which the team may not use`}.`,
    detail: { model },
    actor: actorOf(caller, requestId),
  });
  return new ProblemError('model-not-allowed', model === null ? { detail: NONE } : {});
};

const NONE = 'Your team may use none of the models that can do this. Ask the administrator to allow one.';

const listed = (models: readonly { readonly name: string }[]): string =>
  models.length === 0 ? 'no `model`' : models.map(({ name }) => `\`${name}\``).join(', ');

const notModel = (message: string): ProblemError => invalid({ pointer: '/model', message });

const invalid = (member: NonNullable<Need['member']>): ProblemError =>
  new ProblemError('invalid-request', { errors: [{ in: 'body', ...member }] });
