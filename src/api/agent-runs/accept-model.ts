import type { Services } from '../services/services.ts';
import type { RunRequest } from '../../runs/agent/request.ts';
import { type AcceptedModel, chooseModel } from '../runs/choose-model.ts';
import { expectSandboxes } from '../runs/sandboxes.ts';
import { requestIn } from './request.ts';
import { needOfPictures } from './sees-pictures.ts';

interface AgentRunCall {
  readonly caller: Parameters<typeof chooseModel>[1]['caller'];
  readonly requestId: string;
  readonly body: Parameters<typeof requestIn>[0] & {
    readonly model?: string | undefined;
    readonly pictures?: readonly unknown[] | undefined;
  };
}

/**
 * Returns the model and the request of an agent task or an analysis, before anything is stored.
 * @throws ProblemError if no model fits, if a bound or schema cannot be used, or if no worker has sandboxes
 */
export const acceptModel = async (
  services: Services,
  call: AgentRunCall,
): Promise<{ readonly model: AcceptedModel; readonly request: RunRequest }> => {
  const { body } = call;
  const chosen = await chooseModel(services, call, body.model, await needOfPictures(services, body.pictures));
  const { request, budgets } = requestIn(body, chosen.budgets);
  await expectSandboxes(services);
  return { model: { ...chosen, budgets }, request };
};
