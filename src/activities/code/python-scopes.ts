import { scopesOf, scopesOfPython } from '../../governance/suspension/scopes.ts';
import type { SuspendableWork } from '../../store/switches/watch.ts';
import type { SandboxDependencies } from './dependencies.ts';

/** Returns the scopes of code that a model runs for a run, or that a developer runs in a sandbox. Only live runs have a vertical. */
export const pythonOf = async (
  { db }: Pick<SandboxDependencies, 'db'>,
  { team_id: teamId, ledger_ref }: { readonly team_id: string; readonly ledger_ref: string },
): Promise<SuspendableWork> => {
  if (ledger_ref.startsWith('sandbox-')) return { teamId, scopes: scopesOf.codeRun };
  const run = await db
    .selectFrom('runs')
    .select('vertical')
    .where('team_id', '=', teamId)
    .where('ledger_ref', '=', ledger_ref)
    .executeTakeFirst();
  return { teamId, scopes: scopesOfPython(run?.vertical) };
};
