import { cancelRun } from '../../../contract/operations/runs.ts';
import { requestCancel } from '../../../runs/vertical/cancel.ts';
import { readRun } from '../../../runs/vertical/read.ts';
import { handOnCancel } from '../../runs/hand-on-cancel.ts';
import { route } from '../../services/route.ts';
import { safeRun } from '../../runs/run-body.ts';

export const cancelRunRoute = route(cancelRun, async ({ params, caller }, services) => {
  const { db } = services;
  const ref = { teamId: caller.teamId, runId: params.id };
  await handOnCancel(services, params.id, await requestCancel(db, ref, caller.actor));
  const run = (await readRun(db, ref))!;
  return { status: 202, body: await safeRun(services, ref.teamId, run) };
});
