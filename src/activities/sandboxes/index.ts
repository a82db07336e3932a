import type { SandboxEndReason } from '../../contract/sandbox.ts';
import { scopesOf } from '../../governance/suspension/scopes.ts';
import type { Db } from '../../store/db/client.ts';
import { endSession, markOpen } from '../../store/sandboxes/sessions.ts';
import { settleProgram, type SettledState } from '../../store/sandboxes/programs.ts';
import { suspendedScope } from '../../store/switches/suspended.ts';

interface OfSession {
  readonly team_id: string;
  readonly ledger_ref: string;
}

/** Creates the activities that keep the state of developers' sandboxes. Each may be repeated. */
export const createSandboxSessionActivities = ({ db }: { readonly db: Db }) => ({
  /** @returns false if nobody waits for the sandbox any more */
  markSandboxOpen: async ({ ledger_ref }: OfSession): Promise<boolean> => markOpen(db, ledger_ref),

  settleProgram: async ({
    ledger_ref,
    n,
    state,
  }: OfSession & { readonly n: number; readonly state: SettledState }): Promise<void> =>
    settleProgram(db, ledger_ref, n, state),

  /** Ends a sandbox. One that is lost while its team suspends code has been stopped by that. */
  endSandboxSession: async ({
    team_id,
    ledger_ref,
    because,
  }: OfSession & { readonly because: SandboxEndReason }): Promise<void> => {
    const isStopped =
      because === 'lost' && (await suspendedScope(db, team_id, scopesOf.codeRun)) !== undefined;
    await endSession(db, ledger_ref, isStopped ? 'suspended' : because);
  },
});

export type SandboxSessionActivities = ReturnType<typeof createSandboxSessionActivities>;
