import type { RanCode } from '../code/run-in-session.ts';
import type { AskedRun, JsonObject } from '../../ledger/index.ts';

/** The run of an agent loop, as passed to its activities. */
export interface AgentRun extends AskedRun {
  readonly team_id: string;
  /** Reference under which the run's messages, jobs and rows are stored. */
  readonly ledger_ref: string;
  /** `run_…` for a live run; the ledger_ref itself if there is no other id. */
  readonly run_id: string;
  /** Name of the agent's definition (src/model/agents.ts). */
  readonly agent: string;
  /** The model that the request named; absent if it named none. */
  readonly model?: string;
  /** The version of a team's vertical that a live run performs. */
  readonly version?: PinnedVertical;
}

/** A version of a team's vertical. */
export interface PinnedVertical {
  readonly id: string;
  readonly version: number;
  readonly sha256: string;
}

export interface TurnInput {
  readonly run: AgentRun;
  /** Counts from 1. */
  readonly turn: number;
  /** Step number of the turn's ledger row, counted by the workflow. */
  readonly step: number;
  /** Number of the step of a team's vertical that asks the model, if the turn is one of its own conversation. */
  readonly question?: number;
}

/** A fault in a turn, which is reported to the model before the loop continues. */
export type Correction =
  | 'empty_answer'
  | 'bad_call'
  | 'cut_call'
  | 'cut_answer'
  | 'code_in_text'
  | 'no_tool_called'
  | 'unfit_answer';

/** Reason why the provider, or a team limit, ends a loop at a turn. */
export interface TurnStop {
  readonly code: string;
  /** Contains no confidential text, so it may be shown. */
  readonly message: string;
}

/** A turn's result as reported to the workflow. It does not contain any text from the user or the model. */
export interface TurnResult {
  /** `calls`: calls to make. `answer`: text only. `corrected`: the model was sent a correction. `stopped`: see `stop`. */
  readonly kind: 'calls' | 'answer' | 'corrected' | 'stopped';
  /** Calls to make, in order. Calls that must not be made are left out, because they have already been answered. */
  readonly calls: readonly { readonly index: number; readonly tool: string; readonly digest: string }[];
  readonly correction: Correction | null;
  readonly stop: TurnStop | null;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cost: number;
  readonly next_step: number;
}

/** One call of a turn. Its arguments are sealed with the turn. */
export interface CallInput {
  readonly run: AgentRun;
  readonly turn: number;
  /** Counts from 1. It is also the part number under which the result is stored. */
  readonly index: number;
  /** The next free step number. */
  readonly step: number;
}

/** Usage of the model. */
export interface ModelUse {
  readonly turns: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cost: number;
}

/** A call's outcome as reported to the workflow. The call's result is sealed among the messages. */
export interface ToolOutcome {
  /** The next free step number. A call may write several rows. */
  readonly next_step: number;
  /** Whether this call ends the loop successfully. */
  readonly ends?: boolean;
  /** The call's usage of the model, if it asked one. */
  readonly used?: ModelUse;
  /** Masked facts that the workflow needs for later calls. */
  readonly facts?: JsonObject;
}

/** How a call's code ended. */
export type CodeEnd =
  /** `fresh`: the sandbox replaced an earlier one, whose variables and files are lost. */
  { readonly ran: RanCode; readonly fresh: boolean } | { readonly lost: true } | { readonly busy: true };
