import { approveOperatorAction, cancelOperatorRun } from '../../../contract/operations/operators.ts';
import { readOperatorRun, requestOperatorCancel } from '../../../operators/runs.ts';
import { withSafeResult } from '../../operator-run.ts';
import { dependencyAway, Problem } from '../../problem.ts';
import { route } from '../../route.ts';

export const cancelOperatorRunRoute = route(cancelOperatorRun, async ({ params, caller }, services) => {
  const { db, engine, rings, log } = services;
  const ref = { teamId: caller.teamId, runId: params.run_id };
  const requested = await requestOperatorCancel(db, ref);
  if (requested === undefined) throw new Problem('not-found');
  if (requested.running) {
    try {
      await engine.cancelOperator(params.run_id);
    } catch (error) {
      log.warn({ run_id: params.run_id, error }, 'the cancellation is handed on later');
    }
  }
  const run = (await readOperatorRun(db, rings.caseVault, ref))!;
  return { status: 202, body: await withSafeResult(services, ref.teamId, run) };
});

export const approveOperatorActionRoute = route(
  approveOperatorAction,
  async ({ params, body, caller }, { db, engine, rings, log }) => {
    const ref = { teamId: caller.teamId, runId: params.run_id };
    const run = await readOperatorRun(db, rings.caseVault, ref);
    if (run === undefined) throw new Problem('not-found');
    if (run.pending_approval?.id === body.id) {
      try {
        await engine.approveOperator(params.run_id, body);
      } catch (error) {
        log.warn({ run_id: params.run_id, error }, 'an approval could not be handed on');
        throw dependencyAway('The engine');
      }
    }
    return { status: 202, body: run };
  },
);
