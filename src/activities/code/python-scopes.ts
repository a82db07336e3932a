import { scopesOfPython } from '../../governance/suspension/scopes.ts';
import type { SuspendableWork } from '../../store/switches/watch.ts';
import type { SandboxDependencies } from './dependencies.ts';

/** Returns the scopes of code that a model runs for a run. Only live runs have a vertical. */
export const pythonOf = async (
  { db }: Pick<SandboxDependencies, 'db'>,
  { team_id: teamId, ledger_ref }: { readonly team_id: string; readonly ledger_ref: string },
): Promise<SuspendableWork> => {
  const run = await db
    .selectFrom('runs')
    .select('vertical')
    .where('team_id', '=', teamId)
    .where('ledger_ref', '=', ledger_ref)
    .executeTakeFirst();
  return { teamId, scopes: scopesOfPython(run?.vertical) };
};
