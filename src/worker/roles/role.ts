import type { Worker } from '@temporalio/worker';

/** One role of a worker process. */
export interface Role {
  readonly workers: readonly Worker[];
  /** Stops whatever the role runs besides its Temporal workers, after those have stopped. */
  readonly close: () => Promise<void>;
}
