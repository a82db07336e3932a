import {
  getOperatorRun,
  getOperatorScreenshot,
  listOperatorRuns,
} from '../../../contract/operations/operators.ts';
import { listOperatorRuns as readPage, readOperatorRun, readScreen } from '../../../operators/runs.ts';
import { disableLinks, sayDisabled } from '../../../governance/answers/links.ts';
import { linkPolicyOf } from '../../link-policy.ts';
import { readCursor, writeCursor } from '../../cursor.ts';
import { Problem } from '../../problem.ts';
import { route } from '../../route.ts';

export const getOperatorRunRoute = route(getOperatorRun, async ({ params, caller }, services) => {
  const { db, rings } = services;
  const ref = { teamId: caller.teamId, runId: params.run_id };
  const run = await readOperatorRun(db, rings.caseVault, ref);
  if (run === undefined) throw new Problem('not-found');
  const { result } = run;
  if (result === undefined) return { status: 200, body: run };
  const safe = disableLinks(result, await linkPolicyOf(services, ref.teamId));
  return { status: 200, body: { ...run, result: sayDisabled(safe) } };
});

export const getOperatorScreenshotRoute = route(
  getOperatorScreenshot,
  async ({ params, caller }, { db, rings }) => {
    const ref = { teamId: caller.teamId, runId: params.run_id };
    const png = await readScreen(db, rings.caseVault, ref, Number(params.n));
    if (png === undefined) throw new Problem('not-found');
    return {
      status: 200,
      body: png,
      type: 'image/png',
      headers: { 'Cache-Control': 'private, no-store', 'Content-Disposition': 'inline' },
    };
  },
);

export const listOperatorRunsRoute = route(listOperatorRuns, async ({ query, caller }, { db, rings }) => {
  const { cursor, ...filter } = query;
  const { teamId } = caller;
  const after = cursor === undefined ? undefined : readCursor(rings.cursor, teamId, cursor);
  const { runs, end } = await readPage(db, { teamId, ...filter, after });
  return { status: 200, body: { runs, next_cursor: end ? writeCursor(rings.cursor, teamId, end) : null } };
});
