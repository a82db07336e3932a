import type { Risk } from '../../contract/operator.ts';

/** What an operator's workflow is started with. Task, address and allow-list lie sealed under `run_id`. */
export interface OperatorRunInput {
  readonly run_id: string;
  readonly team_id: string;
  readonly sandbox_id: string;
  readonly max_steps: number;
  readonly wall_ms: number;
  readonly observation: 'screenshot' | 'text' | 'both';
  readonly confirm: readonly Risk[];
  /** Queue that every sandbox host serves. */
  readonly task_queue: string;
  /** Bounds of the model's use; runs that were started before there were any have none. */
  readonly tokens?: number;
  readonly cost?: number;
}

/** What the API seals when somebody answers a question of a run. */
export interface ApprovalWord {
  readonly kind: 'operator.approval';
  readonly run_id: string;
  readonly id: string;
  readonly approve: boolean;
  /** The key that answered. */
  readonly key_id: string;
  /** RFC 3339 */
  readonly at: string;
}
