import type { Reason } from '../governance/rules/reason.ts';
import type { RunError } from '../store/db/runs-schema.ts';
import type { RunEvent } from './sink.ts';

/** A ledger row in the form shown in a stream. */
export interface PublishedEntry {
  readonly seq: number;
  readonly id: string;
  readonly step: number;
  readonly action: string;
  readonly governance: string;
  readonly summary: string;
  readonly created_at: string;
  readonly prev_hash: string;
  readonly row_hash: string;
  /** Present if the egress policy refused the call. */
  readonly blocked?: boolean;
  readonly host?: string;
  readonly rule?: string;
  readonly sandbox_id?: string;
}

type PublishedEvent = RunEvent | { readonly type: 'ledger.entry'; readonly payload: PublishedEntry };

/** An event as stored. `seq` counts from 1 without gaps per run; `at` is milliseconds since 1970. */
export type StoredEvent = PublishedEvent & { readonly seq: number; readonly at: number };

/** The data about a run needed by its streams. */
export interface RunOfStream {
  readonly id: string;
  /** `task` or `analysis` if the mode is `agent`. */
  readonly vertical: string;
  readonly mode: 'simulated' | 'live' | 'agent';
  readonly status: 'running' | 'succeeded' | 'error';
  readonly decision: string | null;
  readonly reasons: readonly Reason[];
  readonly error: RunError | null;
  readonly ledger_ref: string;
}

/** A run's events after a position, in order, with the run's state from the same snapshot. */
export interface RunPage {
  readonly run: RunOfStream;
  readonly events: readonly StoredEvent[];
  /** seq of the run's last event; 0 if there is none. If a page does not reach it, another page follows. */
  readonly last: number;
}
