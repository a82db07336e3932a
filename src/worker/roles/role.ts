import type { Worker } from '@temporalio/worker';

/** A role of a worker process. */
export interface Role {
  readonly workers: readonly Worker[];
  /** Stops everything that the role runs besides its Temporal workers. Called after those have stopped. */
  readonly close: () => Promise<void>;
}
