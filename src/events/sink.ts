import type { Transaction } from 'kysely';
import type { Database } from '../store/db/schema.ts';

/** What happens in a run, in this service's own terms. A stream converts these into the events of its protocol. */
export type RunEvent =
  | {
      readonly type: 'run.started';
      readonly payload: { readonly vertical: string; readonly ledger_ref: string };
    }
  /** The whole text of a turn, masked. The deltas of the same message_id came before it, or were lost. */
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
        /** The result as the model sees it, masked. */
        readonly content: string;
        readonly is_error: boolean;
      };
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

/** Where activities publish what happens in a run. */
export interface EventSink {
  /** Stores an event in the transaction of the change that it describes. Stores each key of a run once. */
  publish(
    tx: Transaction<Database>,
    run: RunOfEvents,
    event: RunEvent & { readonly key: string },
  ): Promise<void>;
  /** Stores a `ledger.entry` event for each ledger row of the run that has none yet. The rows must be committed. */
  publishLedger(tx: Transaction<Database>, run: RunOfEvents): Promise<void>;
  /**
   * Broadcasts part of a text that a model is writing, masked by the sink. Parts may be lost; the call neither throws nor waits.
   */
  delta(
    run: RunOfEvents,
    part: {
      readonly turn: number;
      /** Attempts of the same turn write different texts; only the last one counts. */
      readonly attempt: number;
      readonly message_id: string;
      readonly text: string;
    },
  ): void;
}
