import { ApplicationFailure } from '@temporalio/common';
import type { AgentDefinition } from '../../model/agents.ts';
import type { Model, Models } from '../../model/providers/models.ts';
import { modelsOfTeam } from '../../store/models/allowed.ts';
import type { AgentDependencies } from './index.ts';
import type { AgentRun } from './types.ts';

/** The models that may answer a turn: the run's own model first, then those that stand in for it during an outage. */
export type Candidates = readonly [Model, ...Model[]];

/**
 * Returns the models that may answer a run's turns. A model stands in only if the team may use it, and if it can use the agent's
 * tools.
 * @param pictures whether the user shows pictures, which each of the models has to see
 * @throws ApplicationFailure if this worker does not have the run's model, or if that does not see the pictures
 */
export const candidatesFor = async (
  { db, models }: Pick<AgentDependencies, 'db' | 'models'>,
  run: AgentRun,
  agent: AgentDefinition,
  pictures: boolean,
): Promise<{ readonly models: Models; readonly candidates: Candidates }> => {
  const own = models?.find(run.model);
  if (models === undefined || own === undefined) {
    throw ApplicationFailure.nonRetryable(
      models === undefined
        ? 'This worker has no model provider configured.'
        : 'This worker no longer has the model that the request named.',
      'model_not_configured',
    );
  }
  const sees = ({ memory }: Model): boolean => !pictures || memory.capabilities.images;
  if (!sees(own)) throw seesNothing();
  const standIns = models.fallbacksOf(own).filter(sees);
  if (standIns.length === 0) return { models, candidates: [own] };
  const allowed = await modelsOfTeam(db, run.team_id);
  const may = standIns.filter(
    ({ settings }) =>
      (allowed === undefined || allowed.includes(settings.alias)) &&
      agent.tools.every(({ native }) => native === undefined || native.provider === settings.provider),
  );
  return { models, candidates: [own, ...may] };
};

/** Returns the failure of a run whose model does not see the pictures of its request. */
export const seesNothing = (): ApplicationFailure =>
  ApplicationFailure.nonRetryable('The model does not see pictures.', 'model_sees_nothing');
