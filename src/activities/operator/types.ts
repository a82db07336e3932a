import type { OperatorRunInput } from '../../runs/operator/workflow.ts';

/** The part of a run's vault entry that its desktop needs. */
export interface OperatorCase {
  readonly task: string;
  readonly url?: string;
  /** Hosts that the run may reach. */
  readonly allow: readonly string[];
}

export interface OpenDesktopInput {
  readonly run: OperatorRunInput;
  /** Counts the desktops of the run from 1: one that was lost is replaced. */
  readonly opening: number;
  readonly step: number;
  readonly lifetime_ms: number;
  readonly wait_ms: number;
}

export interface OpenedDesktop {
  /** The container's own id. */
  readonly desktop_id: string;
  /** The queue of the host that holds it. */
  readonly task_queue: string;
  readonly next_step: number;
}

export interface DesktopCallInput {
  readonly run: OperatorRunInput;
  readonly desktop_id: string;
  readonly lifetime_ms: number;
  readonly step: number;
}

/** What a person said to a question of the confirmation policy. */
export type Approval = 'approved' | 'refused';

/** How far a call had come when its desktop was lost. */
export interface LostFrom {
  /** Number of the first step that the attempt could have begun. */
  readonly from_n: number;
  /** Actions of the call that were done before that. */
  readonly done: number;
  readonly approvals: Readonly<Record<string, Approval>>;
}

export interface CloseDesktopInput extends DesktopCallInput {
  readonly opening: number;
}

/** Where a run goes on after a desktop was closed: rows may stand that the workflow has not heard of. */
export type ClosedDesktop = {
  readonly next_step: number;
  /** Number of the next step. */
  readonly next_n: number;
};

export type OperatorEnd = {
  readonly success: boolean;
  /** Words for the client; undefined where the model's own are stored with its last step. */
  readonly result?: string;
  readonly ended_by: string;
};

export interface FinishOperatorInput {
  readonly run: OperatorRunInput;
  readonly end: OperatorEnd;
  readonly step: number;
}
