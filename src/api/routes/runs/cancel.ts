import { cancelRun } from '../../../contract/operations/runs.ts';
import { requestCancel } from '../../../runs/vertical/cancel.ts';
import { readRun } from '../../../runs/vertical/read.ts';
import { ProblemError } from '../../problem.ts';
import { route } from '../../route.ts';
import { safeRun } from '../../run-body.ts';

export const cancelRunRoute = route(cancelRun, async ({ params, caller }, services) => {
  const { db, workflows, log } = services;
  const ref = { teamId: caller.teamId, runId: params.id };
  const requested = await requestCancel(db, ref, caller.keyId);
  if (requested === undefined) throw new ProblemError('not-found');
  if (requested.running) {
    try {
      await workflows.cancelRun(params.id);
    } catch (error) {
      log.warn(
        { run_id: params.id, error },
        'cancellation not delivered to Temporal: the reconciler will retry',
      );
    }
  }
  const run = (await readRun(db, ref))!;
  return { status: 202, body: await safeRun(services, ref.teamId, run) };
});
