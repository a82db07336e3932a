import type { RunError } from '../../store/db/schema.ts';

/** Errors of runs that still have status `running`, by the status with which Temporal says that their workflow has ended. */
export const ENDED: Readonly<Record<string, RunError>> = {
  TERMINATED: { code: 'terminated', message: 'The run was terminated in Temporal.' },
  TIMED_OUT: { code: 'timed_out', message: 'The run did not finish in time.' },
  CANCELLED: { code: 'cancelled', message: 'The run was cancelled.' },
  FAILED: { code: 'internal', message: 'The workflow failed.' },
};
