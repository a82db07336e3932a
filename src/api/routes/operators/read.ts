import {
  getOperatorRun,
  getOperatorScreenshot,
  listOperatorRuns,
} from '../../../contract/operations/operators.ts';
import { listOperatorRuns as readPage, readOperatorRun, readScreen } from '../../../runs/operator/runs.ts';
import { readCursor, writeCursor } from '../../runs/cursor.ts';
import { withSafeResult, withSafeResults } from '../../runs/operator-run.ts';
import { ProblemError } from '../../http/problem.ts';
import { route } from '../../services/route.ts';

export const getOperatorRunRoute = route(getOperatorRun, async ({ params, caller }, services) => {
  const { db, rings } = services;
  const ref = { teamId: caller.teamId, runId: params.run_id };
  const run = await readOperatorRun(db, rings.vault, ref);
  if (run === undefined) throw new ProblemError('not-found');
  return { status: 200, body: await withSafeResult(services, ref.teamId, run) };
});

export const getOperatorScreenshotRoute = route(
  getOperatorScreenshot,
  async ({ params, caller }, { db, rings }) => {
    const ref = { teamId: caller.teamId, runId: params.run_id };
    const png = await readScreen(db, rings.vault, ref, Number(params.n));
    if (png === undefined) throw new ProblemError('not-found');
    return {
      status: 200,
      body: png,
      type: 'image/png',
      headers: { 'Cache-Control': 'private, no-store', 'Content-Disposition': 'inline' },
    };
  },
);

export const listOperatorRunsRoute = route(listOperatorRuns, async ({ query, caller }, services) => {
  const { db, rings } = services;
  const { cursor, ...filter } = query;
  const { teamId } = caller;
  const after = cursor === undefined ? undefined : readCursor(rings.cursor, teamId, cursor);
  const { runs, end } = await readPage(db, { teamId, ...filter, after });
  const safe = await withSafeResults(services, teamId, runs);
  return {
    status: 200,
    body: { runs: safe, next_cursor: end ? writeCursor(rings.cursor, teamId, end) : null },
  };
});
