import { listRuns } from '../../../contract/operations/runs.ts';
import { listRuns as readPage } from '../../../runs/vertical/list.ts';
import { readCursor, writeCursor } from '../../runs/cursor.ts';
import { route } from '../../services/route.ts';
import { safeRuns } from '../../runs/run-body.ts';

export const listRunsRoute = route(listRuns, async ({ query, caller }, services) => {
  const { db, rings } = services;
  const { cursor, ...filter } = query;
  const { teamId } = caller;
  const after = cursor === undefined ? undefined : readCursor(rings.cursor, teamId, cursor);
  const { runs, end } = await readPage(db, { teamId, ...filter, after });
  const safe = await safeRuns(services, teamId, runs);
  return {
    status: 200,
    body: { runs: safe, next_cursor: end ? writeCursor(rings.cursor, teamId, end) : null },
  };
});
