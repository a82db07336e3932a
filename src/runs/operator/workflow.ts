import type { Risk } from '../../contract/operator.ts';

/** Input of an operator's workflow. Task, address and allow-list are sealed under `run_id`. */
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
  /** Limits on the model's use; absent from runs that were started before there were any. */
  readonly tokens?: number;
  readonly cost?: number;
}

/** Answer to a question of a run, as the API seals it. */
export interface ApprovalWord {
  readonly kind: 'operator.approval';
  readonly run_id: string;
  readonly id: string;
  readonly approve: boolean;
  /** The key that answered. */
  readonly key_id: string;
  /** Time in RFC 3339. */
  readonly at: string;
}
