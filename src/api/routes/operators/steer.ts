import { approveOperatorAction, cancelOperatorRun } from '../../../contract/operations/operators.ts';
import { readOperatorState } from '../../../runs/operator/runs.ts';
import type { Caller } from '../../../store/keys/authenticate.ts';
import { withSafeResult } from '../../runs/operator-run.ts';
import { answerOperator, cancelOperator } from '../../runs/steer-operator.ts';
import { type Reply, route } from '../../services/route.ts';
import type { Services } from '../../services/services.ts';

export const cancelOperatorRunRoute = route(cancelOperatorRun, async ({ params, caller }, services) => {
  await cancelOperator(services, caller, params.run_id);
  return steered(services, caller, params.run_id);
});

export const approveOperatorActionRoute = route(
  approveOperatorAction,
  async ({ params, body, caller }, services) => {
    await answerOperator(services, caller, params.run_id, body);
    return steered(services, caller, params.run_id);
  },
);

/**
 * Steering a run does not reveal its content: its output and its last picture are returned only together with
 * a row that names the reader.
 */
const steered = async (services: Services, { teamId }: Caller, runId: string): Promise<Reply> => {
  const run = (await readOperatorState(services.db, { teamId, runId }))!;
  return { status: 202, body: await withSafeResult(services, teamId, run) };
};
