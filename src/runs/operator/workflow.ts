import type { Actor } from '../../contract/actor.ts';
import type { Risk } from '../../contract/operator.ts';
import type { AskedRun } from '../../ledger/index.ts';

/** Input of the operator workflow. The task, address and allow-list are sealed under `run_id`. */
export interface OperatorRunInput extends AskedRun {
  readonly run_id: string;
  readonly team_id: string;
  readonly sandbox_id: string;
  readonly max_steps: number;
  readonly wall_ms: number;
  readonly observation: 'screenshot' | 'text' | 'both';
  readonly confirm: readonly Risk[];
  /** Whether the run came with files; absent in older runs. */
  readonly files?: boolean;
  /** Names of the credentials that may be typed. */
  readonly credentials?: readonly string[];
  /** Queue served by every sandbox host. */
  readonly task_queue: string;
  /** Limits on the model's usage; absent in runs that were started before these limits existed. */
  readonly tokens?: number;
  readonly cost?: number;
  /** The model that the request named; absent if it named none, and in runs that started before there were several models. */
  readonly model?: string;
}

/** Input of the workflow that makes a video of a run. */
export interface OperatorVideoInput extends AskedRun {
  /** Each attempt has a workflow of its own. */
  readonly workflow_id: string;
  readonly run_id: string;
  readonly team_id: string;
  readonly attempt: number;
}

/** An answer to a run's question, in the form sealed by the API. */
export interface ApprovalWord {
  readonly kind: 'operator.approval';
  readonly run_id: string;
  readonly id: string;
  readonly approve: boolean;
  /** Id of the key or person that answered. */
  readonly key_id: string;
  /** Who answered; absent in answers that earlier releases sealed. */
  readonly actor?: Actor;
  /** RFC 3339 time. */
  readonly at: string;
}
