import type { Remains } from './job.ts';

/** Thrown when no sandbox becomes free within the caller's waiting time. */
export class SandboxBusyError extends Error {
  override readonly name = 'SandboxBusyError';
  readonly retryAfterMs: number;

  constructor(retryAfterMs: number) {
    super('all sandboxes are in use');
    this.retryAfterMs = retryAfterMs;
  }
}

/** Thrown when no sandbox can be created, because the container engine is unreachable or refuses, or the image is missing. */
export class SandboxUnavailableError extends Error {
  override readonly name = 'SandboxUnavailableError';
}

/** Thrown when the sandbox is lost during a job for an external reason. */
export class SandboxLostError extends Error {
  override readonly name = 'SandboxLostError';
  /** Whether the job may have begun. If not, it can safely be run again. */
  readonly started: boolean;
  /** The job's output until then. */
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

/** Thrown when the sandbox is closed or its lifetime has ended. */
export class SandboxClosedError extends Error {
  override readonly name = 'SandboxClosedError';

  constructor() {
    super('the sandbox is closed');
  }
}

/** Thrown when a job is unacceptable: it is too large, or a file name is not a plain name below /tmp. */
export class JobRefusedError extends Error {
  override readonly name = 'JobRefusedError';
}
