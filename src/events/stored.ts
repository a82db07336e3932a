import type { RunError, Reason } from '../store/db/schema.ts';
import type { RunEvent } from './sink.ts';

/** What a stream tells of a ledger row. */
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
  /** Of a call that the egress policy refused. */
  readonly blocked?: boolean;
  readonly host?: string;
  readonly rule?: string;
  readonly sandbox_id?: string;
}

type PublishedEvent = RunEvent | { readonly type: 'ledger.entry'; readonly payload: PublishedEntry };

/** An event as it was stored. `seq` counts from 1 without gaps per run; `at` is milliseconds since 1970. */
export type StoredEvent = PublishedEvent & { readonly seq: number; readonly at: number };

/** What a stream has to know of its run. */
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

/** Events of a run behind a place, in order, with the run as it stood at that very moment. */
export interface RunPage {
  readonly run: RunOfStream;
  readonly events: readonly StoredEvent[];
  /** The last event that there is; 0 for none. A page that does not reach it is not the last. */
  readonly last: number;
}
