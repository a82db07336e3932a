import { jobRefOf } from '../../../runs/agent/job-ref.ts';
import { findOutcome } from '../../../runs/outcome.ts';
import { readTurns } from '../../../runs/agent/calls.ts';
import type { ToolCall } from '../../../model/messages.ts';
import type { AgentDependencies } from '../index.ts';
import type { AgentRun } from '../types.ts';
import type { StoredOutcome } from '../../code/stored-code.ts';

const PYTHON = 'run_python';

/** A call of `run_python` that was made, and what became of it; no outcome where it was not run or was lost. */
export interface CodeRunOfAgent {
  readonly code: string;
  readonly outcome: StoredOutcome | undefined;
}

/** Every code run that a run's model asked for, in order. Calls that were refused or repeated are none. */
export const readCodeRuns = async (
  deps: Pick<AgentDependencies, 'db' | 'vaultRing'>,
  run: AgentRun,
): Promise<readonly CodeRunOfAgent[]> => {
  const turns = await readTurns(deps.db, deps.vaultRing, {
    teamId: run.team_id,
    ledgerRef: run.ledger_ref,
  });
  const found: CodeRunOfAgent[] = [];
  for (const { turn, calls } of turns) {
    for (const [at, call] of calls.entries()) {
      if (!isCode(call)) continue;
      const ref = jobRefOf(run.ledger_ref, turn, at + 1);
      if (!(await isThere(deps, run.team_id, ref))) continue;
      const outcome = await findOutcome<StoredOutcome>(deps.db, deps.vaultRing, { teamId: run.team_id, ref });
      found.push({ code: String(call.arguments['code']), outcome });
    }
  }
  return found;
};

const isCode = (call: ToolCall): boolean => call.tool === PYTHON && call.fault === undefined;

/** A call that was answered from the record has no job of its own. */
const isThere = async (
  deps: Pick<AgentDependencies, 'db'>,
  teamId: string,
  ref: string,
): Promise<boolean> => {
  const row = await deps.db
    .selectFrom('case_vault')
    .select('ref')
    .where('team_id', '=', teamId)
    .where('ref', '=', ref)
    .executeTakeFirst();
  return row !== undefined;
};
