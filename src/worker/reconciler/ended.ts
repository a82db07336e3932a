import type { RunError } from '../../store/db/runs-schema.ts';

/** Errors for runs that still have status `running` although their workflow has ended, by the workflow's status in Temporal. */
export const ENDED: Readonly<Record<string, RunError>> = {
  TERMINATED: { code: 'terminated', message: 'The run was terminated in Temporal.' },
  TIMED_OUT: { code: 'timed_out', message: 'The run did not finish in time.' },
  CANCELLED: { code: 'cancelled', message: 'The run was cancelled.' },
  FAILED: { code: 'internal', message: 'The workflow failed.' },
};
