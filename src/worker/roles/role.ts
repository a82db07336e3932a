import type { Worker } from '@temporalio/worker';

/** One of the things that a worker process does. */
export interface Role {
  readonly workers: readonly Worker[];
  /** Ends what runs beside the Temporal workers, after they have stopped. */
  readonly close: () => Promise<void>;
}
