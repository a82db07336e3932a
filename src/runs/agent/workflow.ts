import type { Budgets } from '../../governance/agent/budgets.ts';

/**
 * Input of the workflows `agentTask` and `analysis`, which share a loop with one tool, Python, and an answer at the end.
 * Histories store it in this form.
 */
export interface CodeAgentInput {
  readonly team_id: string;
  readonly ledger_ref: string;
  readonly budgets: Budgets;
  /** Queue that every sandbox host serves. */
  readonly sandbox_queue: string;
  readonly sandbox_wait_ms: number;
}
