import { jobRefOf } from '../../../runs/agent/job-ref.ts';
import { findOutcome, remainsRef } from '../../../runs/outcome.ts';
import { readTurns } from '../../../runs/agent/calls.ts';
import { findValue } from '../../../store/vault/vault.ts';
import type { ToolCall } from '../../../model/messages.ts';
import type { AgentDependencies } from '../index.ts';
import type { AgentRun } from '../types.ts';
import type { StoredOutcome } from '../../code/stored-code.ts';

const PYTHON = 'run_python';

/** A `run_python` call and its outcome, which is undefined if the code did not run or its sandbox was lost. */
export interface CodeRunOfAgent {
  readonly code: string;
  readonly outcome: StoredOutcome | undefined;
  /** The code's output before its sandbox was lost, or was destroyed because the run was cancelled. */
  readonly remains?: { readonly stdout: string } | undefined;
}

/** Returns the run's code runs in order. Refused and repeated calls are left out. */
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
      const lost = { teamId: run.team_id, ref: remainsRef(ref) };
      const remains =
        outcome === undefined
          ? await findValue<{ stdout: string }>(deps.db, deps.vaultRing, lost)
          : undefined;
      found.push({ code: String(call.arguments['code']), outcome, remains });
    }
  }
  return found;
};

const isCode = (call: ToolCall): boolean => call.tool === PYTHON && call.fault === undefined;

/** Returns whether the call has a job. A call that repeated an earlier one has none. */
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
