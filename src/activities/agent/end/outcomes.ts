import { type CodeRunOfAgent, readCodeRuns } from '../../../runs/agent/code-runs.ts';
import type { StoredOutcome } from '../../code/stored-code.ts';
import type { AgentDependencies } from '../dependencies.ts';
import type { AgentRun } from '../types.ts';

export type CodeRun = CodeRunOfAgent<StoredOutcome>;

/** Returns a run's code runs with their whole outcomes. */
export const codeRunsOf = async (
  { db, vaultRing }: Pick<AgentDependencies, 'db' | 'vaultRing'>,
  { team_id: teamId, ledger_ref: ledgerRef }: AgentRun,
): Promise<readonly CodeRun[]> => readCodeRuns<StoredOutcome>(db, vaultRing, { teamId, ledgerRef });
