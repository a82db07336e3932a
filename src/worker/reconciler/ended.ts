import type { RunError } from '../../store/db/schema.ts';

/** How Temporal says that a workflow has ended, and the error of a run that still says `running` then. */
export const ENDED: Readonly<Record<string, RunError>> = {
  TERMINATED: { code: 'terminated', message: 'The run was terminated in the engine.' },
  TIMED_OUT: { code: 'timed_out', message: 'The run did not finish in time.' },
  CANCELLED: { code: 'cancelled', message: 'The run was cancelled.' },
  FAILED: { code: 'internal', message: 'The workflow failed.' },
};

/** How many runs one pass looks at. */
export const BATCH = 100;
/** How long a pass waits for Temporal. */
export const DEADLINE_MS = 3_000;
