import { signalSandbox } from '../../runs/sandboxes/start.ts';
import { endSession } from '../../store/sandboxes/sessions.ts';
import { overdueSessions, someSessions, suspendedSessions } from '../../store/sandboxes/overdue.ts';
import { markSignalled, unsignalledPrograms } from '../../store/sandboxes/programs.ts';
import { workflowStatus } from '../../temporal/workflow-status.ts';
import { BATCH, DEADLINE_MS, reconcileEach, type ReconcilerOptions } from './pass.ts';

/** Number of workflows that a pass looks at. */
const LOOKED_AT = 10;

const idOf = (id: string): string => id;

/**
 * Ends developers' sandboxes of teams that have suspended code, and those whose workflow is gone or has not ended them. Signals
 * programs to their workflows if the API accepted them and could not do so.
 */
export const reconcileSandboxes = async (
  options: Pick<ReconcilerOptions, 'db' | 'client' | 'graceMs' | 'report'>,
): Promise<void> => {
  const { db, client, graceMs } = options;
  const signal = async (word: Parameters<typeof signalSandbox>[1]): Promise<string> => {
    const isSignalled = await client.withDeadline(Date.now() + DEADLINE_MS, async () =>
      signalSandbox(client, word),
    );
    if (!isSignalled) await endSession(db, word.ledger_ref, 'lost');
    return isSignalled ? 'in order' : 'sandbox without a workflow ended';
  };
  await reconcileEach(options, await suspendedSessions(db, BATCH), {
    idOf,
    reconcileOne: async (id) => signal({ kind: 'sandbox.end', ledger_ref: id, because: 'suspended' }),
  });
  await reconcileEach(options, await overdueSessions(db, BATCH), {
    idOf,
    reconcileOne: async (id) => {
      await endSession(db, id, 'lost');
      return 'overdue sandbox ended';
    },
  });
  await reconcileEach(options, await someSessions(db, { graceMs, limit: LOOKED_AT }), {
    idOf,
    reconcileOne: async (id) => {
      if ((await workflowStatus(client, id, DEADLINE_MS)) === 'RUNNING') return 'in order';
      await endSession(db, id, 'lost');
      return 'sandbox without a workflow ended';
    },
  });
  await reconcileEach(options, await unsignalledPrograms(db, { graceMs, limit: BATCH }), {
    idOf: ({ session_id }) => session_id,
    reconcileOne: async ({ session_id, n, timeout_ms, asked_by }) => {
      await signal({ kind: 'sandbox.run', ledger_ref: session_id, n, timeout_ms, asked_by });
      await markSignalled(db, session_id, n);
      return 'program given to its sandbox again';
    },
  });
};
