import type { RunJob, RunOutcome, Sandbox } from '../../sandbox/index.ts';
import { SuspendedError } from '../../store/switches/suspended.ts';
import type { SuspendableWork } from '../../store/switches/watch.ts';
import type { SandboxDependencies } from './dependencies.ts';

/** Thrown when code was stopped while it ran, because its team suspended it. */
export class CutError extends Error {
  override readonly name = 'CutError';
  readonly suspension: SuspendedError;

  constructor(suspension: SuspendedError) {
    super(suspension.message, { cause: suspension });
    this.suspension = suspension;
  }
}

/**
 * Runs code in a sandbox, and destroys the sandbox as soon as the code is suspended.
 * @throws CutError, and the errors of Sandbox.run
 */
export const runUncut = async (
  { suspensions }: Pick<SandboxDependencies, 'suspensions'>,
  work: SuspendableWork,
  sandbox: Sandbox,
  job: RunJob,
): Promise<RunOutcome> => {
  try {
    return await suspensions.during(work, async (cut) => {
      cut.addEventListener('abort', () => void sandbox.close().catch(() => undefined), { once: true });
      return sandbox.run(job);
    });
  } catch (error) {
    throw error instanceof SuspendedError ? new CutError(error) : error;
  }
};
