import type { Transaction } from 'kysely';
import type { Database } from '../store/db/schema.ts';

/** What happens in a run, in the words of the service. A stream turns these into the events of its protocol. */
export type RunEvent =
  | {
      readonly type: 'run.started';
      readonly payload: { readonly vertical: string; readonly ledger_ref: string };
    }
  /** The whole text of a turn, masked; deltas of the same message_id came before it, or were lost. */
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
        /** As the model sees it, masked. */
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

/** Where activities tell what happens in a run. */
export interface EventSink {
  /** Stores an event in the transaction of what it tells. The same key of a run is stored once. */
  publish(
    tx: Transaction<Database>,
    run: RunOfEvents,
    event: RunEvent & { readonly key: string },
  ): Promise<void>;
  /** Stores an event (`ledger.entry`) for each ledger row of the run that has none yet. Their rows are committed. */
  publishLedger(tx: Transaction<Database>, run: RunOfEvents): Promise<void>;
  /** Part of a text that a model is writing, masked by the sink. May be lost; neither throws nor waits. */
  delta(
    run: RunOfEvents,
    part: {
      readonly turn: number;
      /** Tries of the same turn write different texts; only the last one counts. */
      readonly attempt: number;
      readonly message_id: string;
      readonly text: string;
    },
  ): void;
}
