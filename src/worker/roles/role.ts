import type { Worker } from '@temporalio/worker';

/** A role of a worker process. */
export interface Role {
  readonly workers: readonly Worker[];
  /** Stops everything that the role runs except its Temporal workers. Called after the workers have stopped. */
  readonly close: () => Promise<void>;
}
