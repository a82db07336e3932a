import type { Budgets } from '../../governance/agent/budgets.ts';

/** What the workflows `agentTask` and `analysis` are started with; stored in histories as it is. */
/** What agent tasks and analyses have in common: a loop with one tool, Python, and an answer at the end. */

export interface CodeAgentInput {
  readonly team_id: string;
  readonly ledger_ref: string;
  readonly budgets: Budgets;
  /** Queue that every sandbox host serves. */
  readonly sandbox_queue: string;
  readonly sandbox_wait_ms: number;
}
