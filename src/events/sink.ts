import type { Transaction } from 'kysely';
import type { Database } from '../store/db/schema.ts';

/** Something that happened in a run, in this service's own terms. Each stream converts it into its protocol's events. */
export type RunEvent =
  | {
      readonly type: 'run.started';
      readonly payload: { readonly vertical: string; readonly ledger_ref: string };
    }
  /** A turn's whole text, masked. Its deltas, which have the same message_id, were sent before it or lost. */
  | {
      readonly type: 'message';
      readonly payload: { readonly turn: number; readonly message_id: string; readonly text: string };
    }
  | {
      readonly type: 'tool.call';
      readonly payload: {
        readonly turn: number;
        readonly message_id: string;
        readonly call_id: string;
        readonly tool: string;
        /** JSON text, masked. */
        readonly arguments: string;
      };
    }
  | {
      readonly type: 'tool.result';
      readonly payload: {
        readonly turn: number;
        readonly call_id: string;
        readonly tool: string;
        /** The result that the model sees, masked. */
        readonly content: string;
        readonly is_error: boolean;
      };
    }
  /** A request to the model failed and will be made again. */
  | {
      readonly type: 'model.retry';
      readonly payload: {
        readonly turn: number;
        readonly attempt: number;
        readonly code: string;
        readonly message: string;
        readonly wait_ms: number;
      };
    }
  /** The run waits until a person has decided about a call. */
  | {
      readonly type: 'review.asked';
      readonly payload: {
        readonly review_id: string;
        readonly turn: number;
        readonly call_id: string;
        readonly tool: string;
        readonly message: string;
        /** JSON Schema of the tool's arguments. */
        readonly schema: object;
        /** RFC 3339 time at which the call is refused. */
        readonly expires_at: string;
      };
    }
  /** The run has resumed or ended. */
  | {
      readonly type: 'review.answered';
      readonly payload: { readonly review_id: string; readonly approved: boolean; readonly message: string };
    }
  | {
      readonly type: 'run.finished';
      readonly payload: { readonly decision: string; readonly ledger_ref: string };
    }
  | { readonly type: 'run.error'; readonly payload: { readonly code: string; readonly message: string } };

export interface RunOfEvents {
  readonly team_id: string;
  readonly run_id: string;
  readonly ledger_ref: string;
}

/** Takes the events that activities publish about a run. */
export interface EventSink {
  /**
   * Stores an event in the same transaction as the change that it describes. Within a run, an event with the same key is stored
   * only once.
   */
  publish(
    tx: Transaction<Database>,
    run: RunOfEvents,
    event: RunEvent & { readonly key: string },
  ): Promise<void>;
  /** Stores a `ledger.entry` event for each of the run's ledger rows that does not have one yet. The rows must be committed. */
  publishLedger(tx: Transaction<Database>, run: RunOfEvents): Promise<void>;
  /** Masks and broadcasts a part of the text that a model is writing. Parts may be lost. Neither throws nor waits. */
  delta(
    run: RunOfEvents,
    part: {
      readonly turn: number;
      /** Each attempt at a turn produces different text, and only the last attempt counts. */
      readonly attempt: number;
      readonly message_id: string;
      readonly text: string;
    },
  ): void;
}
