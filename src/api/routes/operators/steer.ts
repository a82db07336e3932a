import { approveOperatorAction, cancelOperatorRun } from '../../../contract/operations/operators.ts';
import { readOperatorRun } from '../../../runs/operator/runs.ts';
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

const steered = async (services: Services, { teamId }: Caller, runId: string): Promise<Reply> => {
  const run = (await readOperatorRun(services.db, services.rings.vault, { teamId, runId }))!;
  return { status: 202, body: await withSafeResult(services, teamId, run) };
};
