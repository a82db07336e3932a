import type { SandboxEndReason } from '../../contract/sandbox.ts';
import type { Db } from '../../store/db/client.ts';
import { endSession, markOpen, settleJob, type SettledState } from '../../store/sandboxes/sessions.ts';

interface OfSession {
  readonly team_id: string;
  readonly ledger_ref: string;
}

/** Creates the activities that keep the state of developers' sandboxes. They may be repeated. */
export const createSandboxSessionActivities = ({ db }: { readonly db: Db }) => ({
  markSandboxOpen: async ({ ledger_ref }: OfSession): Promise<void> => markOpen(db, ledger_ref),
  settleSandboxJob: async ({
    ledger_ref,
    n,
    state,
  }: OfSession & { readonly n: number; readonly state: SettledState }): Promise<void> =>
    settleJob(db, ledger_ref, n, state),
  endSandboxSession: async ({
    ledger_ref,
    because,
  }: OfSession & { readonly because: SandboxEndReason }): Promise<void> =>
    endSession(db, ledger_ref, because),
});

export type SandboxSessionActivities = ReturnType<typeof createSandboxSessionActivities>;
