import type { Reason } from '../governance/rules/reason.ts';
import type { RunError } from '../store/db/schema.ts';
import type { RunEvent } from './sink.ts';

/** A ledger row as a stream shows it. */
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
  /** Present for a call that the egress policy refused. */
  readonly blocked?: boolean;
  readonly host?: string;
  readonly rule?: string;
  readonly sandbox_id?: string;
}

type PublishedEvent = RunEvent | { readonly type: 'ledger.entry'; readonly payload: PublishedEntry };

/** An event as stored. `seq` counts from 1 without gaps per run; `at` is milliseconds since 1970. */
export type StoredEvent = PublishedEvent & { readonly seq: number; readonly at: number };

/** The data about a run that its streams need. */
export interface RunOfStream {
  readonly id: string;
  readonly vertical: string;
  readonly mode: 'simulated' | 'live';
  readonly status: 'running' | 'succeeded' | 'error';
  readonly decision: string | null;
  readonly reasons: readonly Reason[];
  readonly error: RunError | null;
  readonly ledger_ref: string;
}

/** Events of a run after a position, in order, with the run's state in the same snapshot. */
export interface RunPage {
  readonly run: RunOfStream;
  readonly events: readonly StoredEvent[];
  /** seq of the run's last event; 0 for none. A page that does not reach it is not the last. */
  readonly last: number;
}
