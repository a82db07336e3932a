import { setTimeout as sleep } from 'node:timers/promises';
import { deleteSandbox, getSandbox, listSandboxes } from '../../../contract/operations/sandboxes.ts';
import { findSession, listSessions, type StoredSession } from '../../../store/sandboxes/sessions.ts';
import { dependencyAway, ProblemError } from '../../http/problem.ts';
import { route } from '../../services/route.ts';
import type { Services } from '../../services/services.ts';
import { showSandbox } from './show.ts';

/** How long a deletion waits for the sandbox to end, and how often it looks. */
const WITHIN_MS = 30_000;
const LOOK_MS = 50;

export const listSandboxesRoute = route(listSandboxes, async ({ caller: { teamId } }, { db }) => ({
  status: 200,
  body: { sandboxes: (await listSessions(db, teamId)).map(showSandbox) },
}));

export const getSandboxRoute = route(getSandbox, async ({ params, caller }, { db }) => ({
  status: 200,
  body: showSandbox(await sandboxOf(db, caller.teamId, params.id)),
}));

/** Ends a sandbox and waits for that. */
export const deleteSandboxRoute = route(deleteSandbox, async ({ params, caller }, { db, workflows }) => {
  const { id } = params;
  const until = Date.now() + WITHIN_MS;
  let stored = await sandboxOf(db, caller.teamId, id);
  if (stored.state !== 'ended') {
    const word = { kind: 'sandbox.end', ledger_ref: id, n: 0, timeout_ms: 0, sets_env: false } as const;
    await workflows.tellSandbox(word).catch(() => {
      throw dependencyAway('Temporal');
    });
  }
  while (stored.state !== 'ended' && Date.now() < until) {
    await sleep(LOOK_MS);
    stored = await sandboxOf(db, caller.teamId, id);
  }
  return { status: 200, body: showSandbox(stored) };
});

/** @throws ProblemError 404 if the team has no such sandbox */
export const sandboxOf = async (db: Services['db'], teamId: string, id: string): Promise<StoredSession> => {
  const stored = await findSession(db, teamId, id);
  if (stored === undefined) throw new ProblemError('not-found');
  return stored;
};
