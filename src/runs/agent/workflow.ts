import type { Budgets } from '../../governance/agent/budgets.ts';
import type { RunAsk } from '../../governance/reviews/asked-calls.ts';
import type { AskedRun } from '../../ledger/index.ts';

/**
 * Input of the workflows `agentTask` and `analysis`, which both run a loop that has Python as its only tool and ends with an
 * answer. Histories contain the input in this form.
 */
export interface CodeAgentInput extends AskedRun {
  readonly team_id: string;
  readonly ledger_ref: string;
  readonly budgets: Budgets;
  /** Queue served by every sandbox host. */
  readonly sandbox_queue: string;
  readonly sandbox_wait_ms: number;
  /** The model that the request named; absent if it named none, and in runs that started before there were several models. */
  readonly model?: string;
  /** The tools whose calls wait for a person; absent if there are none. */
  readonly ask?: RunAsk;
}
