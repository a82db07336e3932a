import { listRuns } from '../../../contract/operations/runs.ts';
import { isVerticalId } from '../../../governance/verticals/index.ts';
import { listRuns as readPage } from '../../../runs/vertical/list.ts';
import type { Db } from '../../../store/db/client.ts';
import { ownRuleSets } from '../../../store/rule-sets/rule-sets.ts';
import { ProblemError } from '../../http/problem.ts';
import { readCursor, writeCursor } from '../../runs/cursor.ts';
import { route } from '../../services/route.ts';
import { safeRuns } from '../../runs/run-body.ts';

export const listRunsRoute = route(listRuns, async ({ query, caller }, services) => {
  const { db, rings } = services;
  const { cursor, ...filter } = query;
  const { teamId } = caller;
  await refuseUnknown(db, teamId, query.vertical);
  const after = cursor === undefined ? undefined : readCursor(rings.cursor, teamId, cursor);
  const { runs, end } = await readPage(db, { teamId, ...filter, after });
  const safe = await safeRuns(services, teamId, runs);
  return {
    status: 200,
    body: { runs: safe, next_cursor: end ? writeCursor(rings.cursor, teamId, end) : null },
  };
});

/** A misspelled id would look as if there were no runs. @throws ProblemError 422 */
const refuseUnknown = async (db: Db, teamId: string, vertical: string | undefined): Promise<void> => {
  if (vertical === undefined || isVerticalId(vertical)) return;
  if ((await ownRuleSets(db, teamId, 'vertical')).includes(vertical)) return;
  const message = 'expected a vertical of the service or one of your team';
  throw new ProblemError('invalid-request', { errors: [{ in: 'query', pointer: '/vertical', message }] });
};
