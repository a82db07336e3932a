import { deleteSandbox } from '../../../contract/operations/sandboxes.ts';
import { endSession } from '../../../store/sandboxes/sessions.ts';
import { dependencyAway } from '../../http/problem.ts';
import { route } from '../../services/route.ts';
import { lookUntil } from './look-until.ts';
import { sandboxOf } from './read.ts';
import { showSandbox } from './show.ts';

/** How long a deletion waits for the sandbox to end, in milliseconds. */
const WITHIN_MS = 30_000;

/** Ends a sandbox and waits for that. */
export const deleteSandboxRoute = route(
  deleteSandbox,
  async ({ params: { id }, caller, gone }, { db, workflows }) => {
    const { teamId, actor: asked_by } = caller;
    const stored = await sandboxOf(db, teamId, id);
    if (stored.state === 'ended') return { status: 200, body: showSandbox(stored) };
    const word = { kind: 'sandbox.end', ledger_ref: id, because: 'deleted', asked_by } as const;
    const isSignalled = await workflows.signalSandbox(word).catch(() => {
      throw dependencyAway('Temporal');
    });
    if (!isSignalled) await endSession(db, id, 'deleted');
    const look = async () => {
      const now = await sandboxOf(db, teamId, id);
      return now.state === 'ended' ? now : undefined;
    };
    const ended = await lookUntil(look, { withinMs: WITHIN_MS, signal: gone() });
    return { status: 200, body: showSandbox(ended ?? (await sandboxOf(db, teamId, id))) };
  },
);
