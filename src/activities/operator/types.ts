import type { CallInput } from '../agent/types.ts';
import type { OperatorRunInput } from '../../runs/operator/workflow.ts';

/** The parts of a run's sealed value that its desktop needs. */
export interface OperatorCase {
  readonly task: string;
  readonly url?: string;
  /** Hosts that the run may reach. */
  readonly allow: readonly string[];
  /** Schema of the output that the request asked for. */
  readonly output_schema?: Readonly<Record<string, unknown>>;
}

export interface OpenDesktopInput {
  readonly run: OperatorRunInput;
  /** Number of the desktop within the run, starting at 1; a lost desktop is replaced. */
  readonly opening: number;
  readonly step: number;
  readonly lifetime_ms: number;
  readonly wait_ms: number;
}

export interface OpenedDesktop {
  /** The container's id. */
  readonly desktop_id: string;
  /** Task queue of the host that holds the desktop. */
  readonly task_queue: string;
  readonly next_step: number;
}

export interface DesktopCallInput {
  readonly run: OperatorRunInput;
  readonly desktop_id: string;
  readonly lifetime_ms: number;
  readonly step: number;
}

/** A person's answer to a question that the confirmation policy requires. */
export type Approval = 'approved' | 'refused';

/** A call's progress when its desktop was lost. */
export interface LostFrom {
  /** Number of the first step that the attempt may have begun. */
  readonly from_n: number;
  /** Number of the call's actions that were performed before that. */
  readonly done: number;
  readonly approvals: Readonly<Record<string, Approval>>;
}

export interface CloseDesktopInput extends DesktopCallInput {
  readonly opening: number;
}

/** The point from which a run continues after a desktop was closed. There may be rows that the workflow does not know about. */
export type ClosedDesktop = {
  readonly next_step: number;
  /** Number of the next step. */
  readonly next_n: number;
};

export type OperatorEnd = {
  readonly success: boolean;
  /** Result for the client; undefined if the model's own result is stored with its last step. */
  readonly result?: string;
  readonly ended_by: string;
};

export interface FinishOperatorInput {
  readonly run: OperatorRunInput;
  readonly end: OperatorEnd;
  readonly step: number;
}

export interface CallDesktopInput extends DesktopCallInput {
  readonly call: CallInput;
  /** The call's first step number. */
  readonly n: number;
  /** A person's answers to the questions that earlier attempts returned, by question. */
  readonly approvals?: Readonly<Record<string, Approval>>;
  /** Number of actions that earlier attempts performed before they returned a question. */
  readonly done?: number;
}

/** Facts that the workflow needs to continue. */
export interface CallFacts {
  readonly next_n: number;
  readonly ok: boolean;
  /** Digest of the last picture; null if there is none. */
  readonly screen: string | null;
  readonly finished: { readonly success: boolean; readonly invalid?: boolean } | null;
}
