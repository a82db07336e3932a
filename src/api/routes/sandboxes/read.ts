import { getSandbox, listSandboxes } from '../../../contract/operations/sandboxes.ts';
import { findSession, listSessions, type StoredSession } from '../../../store/sandboxes/sessions.ts';
import { ProblemError } from '../../http/problem.ts';
import { readCursor, writeCursor } from '../../runs/cursor.ts';
import { route } from '../../services/route.ts';
import type { Services } from '../../services/services.ts';
import { showSandbox } from './show.ts';

export const listSandboxesRoute = route(listSandboxes, async ({ query, caller }, { db, rings }) => {
  const { teamId } = caller;
  const { state, cursor, limit } = query;
  const after = cursor === undefined ? undefined : readCursor(rings.cursor, teamId, cursor);
  // Reads one more than requested, to find out whether there is a next page.
  const read = await listSessions(db, teamId, { state, after, limit: limit + 1 });
  const page = read.slice(0, limit);
  const last = read.length > limit ? page.at(-1) : undefined;
  const next_cursor =
    last === undefined
      ? null
      : writeCursor(rings.cursor, teamId, { createdAt: last.created_at, id: last.id });
  return { status: 200, body: { sandboxes: page.map(showSandbox), next_cursor } };
});

export const getSandboxRoute = route(getSandbox, async ({ params, caller }, { db }) => ({
  status: 200,
  body: showSandbox(await sandboxOf(db, caller.teamId, params.id)),
}));

/** @throws ProblemError 404 if the team has no such sandbox */
export const sandboxOf = async (db: Services['db'], teamId: string, id: string): Promise<StoredSession> => {
  const stored = await findSession(db, teamId, id);
  if (stored === undefined) throw new ProblemError('not-found');
  return stored;
};
