import type { Remains } from './job.ts';

/** No sandbox became free within the time that the caller wanted to wait. */
export class SandboxBusyError extends Error {
  override readonly name = 'SandboxBusyError';
  /** When asking again makes sense. */
  readonly retryAfterMs: number;

  constructor(retryAfterMs: number) {
    super('all sandboxes are in use');
    this.retryAfterMs = retryAfterMs;
  }
}

/** No sandbox can be made: the engine is away or refuses, or the image is not there. */
export class SandboxUnavailableError extends Error {
  override readonly name = 'SandboxUnavailableError';
}

/** The sandbox went away under a job for a reason outside of it. */
export class SandboxLostError extends Error {
  override readonly name = 'SandboxLostError';
  /** Whether the job may have begun. Where not, it can be run again without a second thought. */
  readonly started: boolean;
  /** What had come out of the job until then. */
  readonly remains: Remains | undefined;

  constructor(started: boolean, options?: ErrorOptions & { readonly remains?: Remains }) {
    super(
      started ? 'the sandbox was lost while the job ran' : 'the sandbox was lost before the job ran',
      options,
    );
    this.started = started;
    this.remains = options?.remains;
  }
}

/** The sandbox is closed, or its life is over. */
export class SandboxClosedError extends Error {
  override readonly name = 'SandboxClosedError';

  constructor() {
    super('the sandbox is closed');
  }
}

/** The job cannot be taken as it is: too large, or a file name that is no plain name below /tmp. */
export class JobRefusedError extends Error {
  override readonly name = 'JobRefusedError';
}
