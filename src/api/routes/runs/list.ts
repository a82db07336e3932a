import { listRuns } from '../../../contract/operations/runs.ts';
import { listRuns as readPage } from '../../../runs/list.ts';
import { readCursor, writeCursor } from '../../cursor.ts';
import { route } from '../../route.ts';

export const listRunsRoute = route(listRuns, async ({ query, caller }, { db, rings }) => {
  const { cursor, ...filter } = query;
  const { teamId } = caller;
  const after = cursor === undefined ? undefined : readCursor(rings.cursor, teamId, cursor);
  const { runs, end } = await readPage(db, { teamId, ...filter, after });
  return { status: 200, body: { runs, next_cursor: end ? writeCursor(rings.cursor, teamId, end) : null } };
});
