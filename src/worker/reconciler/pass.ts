import type { Client } from '@temporalio/client';
import type { Ledger } from '../../ledger/index.ts';
import type { Db } from '../../store/db/client.ts';

export interface ReconcilerOptions {
  readonly db: Db;
  readonly ledger: Ledger;
  readonly client: Client;
  /** Base name of the installation's queues. */
  readonly taskQueue: string;
  /** A run younger than this is left to the process that accepted it. */
  readonly graceMs: number;
  readonly report: (event: {
    readonly run_id: string;
    readonly outcome: string;
    readonly error?: unknown;
  }) => void;
}

/** Number of runs that one pass looks at. */
export const BATCH = 100;
/** Milliseconds that a pass waits for Temporal. */
export const DEADLINE_MS = 3_000;

/** Reconciles runs one after the other and reports each. A run that fails does not keep the others from their turn. */
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
