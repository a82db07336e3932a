import type { RanCode } from '../code/session.ts';
import type { JsonObject } from '../../ledger/index.ts';

/** A run of an agent loop as its activities are told of it. */
export interface AgentRun {
  readonly team_id: string;
  /** Under which messages, jobs and rows of the run are kept. */
  readonly ledger_ref: string;
  /** `run_…` of a live run; the ledger_ref itself where there is no other id. */
  readonly run_id: string;
  /** Name of its definition (src/model/agents.ts). */
  readonly agent: string;
}

export interface TurnInput {
  readonly run: AgentRun;
  /** Counts from 1. */
  readonly turn: number;
  /** Step number of the turn's ledger row; the workflow counts. */
  readonly step: number;
}

/** What a turn needs that the model has to be told of before it goes on. */
export type Correction =
  'empty_answer' | 'bad_call' | 'cut_call' | 'cut_answer' | 'code_in_text' | 'no_tool_called';

/** Why the provider, or a bound of the team, ends a loop at a turn. */
export interface TurnStop {
  readonly code: string;
  /** Safe to show. */
  readonly message: string;
}

/** What a workflow is told of a turn: no text of anybody. */
export interface TurnResult {
  /** `calls`: make them. `answer`: text alone. `corrected`: the model was told what is wrong. `stopped`: see `stop`. */
  readonly kind: 'calls' | 'answer' | 'corrected' | 'stopped';
  /** Calls to make, in order. Those that must not be made are answered already and not among them. */
  readonly calls: readonly { readonly index: number; readonly tool: string; readonly digest: string }[];
  readonly correction: Correction | null;
  readonly stop: TurnStop | null;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cost: number;
  readonly next_step: number;
}

/** One call of a turn; its arguments lie sealed with the turn. */
export interface CallInput {
  readonly run: AgentRun;
  readonly turn: number;
  /** Counts from 1; also the part that the result is stored under. */
  readonly index: number;
  /** The next free step number. */
  readonly step: number;
}

/** What a workflow is told of a call that was made. Its result lies sealed among the messages. */
export interface ToolOutcome {
  /** The next free step number: a call may write several rows. */
  readonly next_step: number;
  /** Whether the loop comes to its good end with this call. */
  readonly ends?: boolean;
  /** Masked; what the workflow has to know for later calls. */
  readonly facts?: JsonObject;
}

/** What became of the code of a call. */
export type CodeEnd =
  /** `fresh`: in a sandbox that took the place of an earlier one, so that what was kept there is gone. */
  { readonly ran: RanCode; readonly fresh: boolean } | { readonly lost: true } | { readonly busy: true };
