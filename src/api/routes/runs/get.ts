import { getRun } from '../../../contract/operations/runs.ts';
import { readRun } from '../../../runs/read.ts';
import { Problem } from '../../problem.ts';
import { route } from '../../route.ts';

export const getRunRoute = route(getRun, async ({ params, caller }, { db }) => {
  const run = await readRun(db, { teamId: caller.teamId, runId: params.id });
  if (run === undefined) throw new Problem('not-found');
  return { status: 200, body: run };
});
