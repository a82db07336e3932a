import type { Client } from '@temporalio/client';
import type { Ledger } from '../../ledger/index.ts';
import type { Db } from '../../store/db/client.ts';

export interface ReconcilerOptions {
  readonly db: Db;
  readonly ledger: Ledger;
  readonly client: Client;
  /** Base name for the installation's queues. */
  readonly taskQueue: string;
  /** Minimum age of runs to reconcile. A younger run is left to the process that accepted it. */
  readonly graceMs: number;
  readonly report: (event: {
    readonly run_id: string;
    readonly outcome: string;
    readonly error?: unknown;
  }) => void;
}

/** Maximum number of runs per pass. */
export const BATCH = 100;
/** Maximum time in milliseconds that a pass waits for Temporal to respond to a request. */
export const DEADLINE_MS = 3_000;

/** Reconciles runs one after another and reports each. A failure does not stop the others from being reconciled. */
export const reconcileEach = async <Run>(
  { report }: Pick<ReconcilerOptions, 'report'>,
  runs: readonly Run[],
  {
    idOf,
    reconcileOne,
  }: { readonly idOf: (run: Run) => string; readonly reconcileOne: (run: Run) => Promise<string> },
): Promise<void> => {
  for (const run of runs) {
    const event = { run_id: idOf(run) };
    try {
      report({ ...event, outcome: await reconcileOne(run) });
    } catch (error) {
      report({ ...event, outcome: 'failed', error });
    }
  }
};
