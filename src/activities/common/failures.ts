import { ApplicationFailure } from '@temporalio/common';
import type { ActivityExecuteInput, ActivityInboundCallsInterceptor, Next } from '@temporalio/worker';
import { isTransient as isTransientOfDatabase } from '../../store/db/transient.ts';
import { DesktopBusyError, DesktopLostError, DesktopUnavailableError } from '../../desktop/errors.ts';
import { RecordsAwayError } from '../../connectors/common/errors.ts';
import { gaveWay, SuspendedError } from '../../store/switches/suspended.ts';
import { LedgerUnavailableError } from '../../ledger/index.ts';
import {
  JobRefusedError,
  SandboxBusyError,
  SandboxClosedError,
  SandboxUnavailableError,
} from '../../sandbox/index.ts';
import type { RecordsAway } from '../../runs/vertical/workflow.ts';
import { SealedValueGoneError } from '../../store/vault/vault.ts';

/** Thrown when a step must not be performed and a retry would not change that. The message is safe to show. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
}

/** Thrown when the sandbox was lost while code may have been running. The code is not run again. */
export class InterruptedError extends Error {
  override readonly name = 'InterruptedError';

  constructor() {
    super('The sandbox was lost; its code may have run in part.');
  }
}

/** Returns whether a later attempt may succeed even if nothing else changes. */
export const isTransient = (error: unknown): boolean =>
  error instanceof LedgerUnavailableError || isTransientOfDatabase(error);

/**
 * Classifies every error that an activity throws; no other code does. Temporal retries if a dependency is unavailable, but not
 * after a refusal or one of our own bugs. Bugs' messages appear only in the log, because they may quote values; the run only gets
 * the class.
 */
export const classFailure = (error: unknown): unknown => {
  if (error instanceof ApplicationFailure) return error;
  if (
    error instanceof RefusedError ||
    error instanceof SealedValueGoneError ||
    error instanceof JobRefusedError
  ) {
    return ApplicationFailure.nonRetryable(error.message, 'Refused');
  }
  // The workflow waits for the suspension to end and tries again, so Temporal's own retries would only be in its way.
  if (error instanceof SuspendedError) return ApplicationFailure.nonRetryable(error.message, 'Suspended');
  if (error instanceof InterruptedError) return ApplicationFailure.nonRetryable(error.message, 'Interrupted');
  if (error instanceof SandboxBusyError) {
    return ApplicationFailure.nonRetryable('All sandboxes are in use.', 'SandboxesBusy');
  }
  if (error instanceof SandboxUnavailableError || error instanceof SandboxClosedError) {
    return ApplicationFailure.retryable('No sandbox can be started.', 'SandboxesUnavailable');
  }
  if (error instanceof DesktopLostError) {
    return ApplicationFailure.nonRetryable('The desktop was lost.', 'DesktopLost');
  }
  if (error instanceof DesktopBusyError) {
    return ApplicationFailure.retryable('All desktops are in use.', 'DesktopsBusy');
  }
  if (error instanceof DesktopUnavailableError) {
    return ApplicationFailure.retryable('No desktop can be started.', 'DesktopsUnavailable');
  }
  if (error instanceof RecordsAwayError) {
    const { message, connector, retryInMs } = error;
    const details = [{ connector, retry_in_ms: retryInMs } satisfies RecordsAway];
    // The workflow waits with a timer, because an outage of another system may outlast the retries of an activity.
    return ApplicationFailure.create({ message, type: 'RecordsAway', nonRetryable: true, details });
  }
  const name = error instanceof Error ? error.name : 'Unknown';
  if (gaveWay(error)) return ApplicationFailure.retryable('A suspension is being committed.', 'Transient');
  if (isTransient(error)) return ApplicationFailure.retryable('A dependency is unavailable.', 'Transient');
  return ApplicationFailure.nonRetryable(`The step failed with ${name}.`, 'Bug');
};

/**
 * Classifies an activity's error for the log: `gave-way` if a suspension that is being committed takes
 * precedence.
 */
export type Trouble = 'away' | 'gave-way' | 'failed';

const troubleIn = (error: unknown): Trouble => {
  if (gaveWay(error)) return 'gave-way';
  return isTransient(error) || error instanceof RecordsAwayError ? 'away' : 'failed';
};

/** Applies {@link classFailure} to all of a worker's activities and reports each error that it catches. */
export class FailureInterceptor implements ActivityInboundCallsInterceptor {
  readonly #report: (error: unknown, trouble: Trouble) => void;

  constructor(report: (error: unknown, trouble: Trouble) => void) {
    this.#report = report;
  }

  async execute(
    input: ActivityExecuteInput,
    next: Next<ActivityInboundCallsInterceptor, 'execute'>,
  ): Promise<unknown> {
    try {
      return await next(input);
    } catch (error) {
      if (error instanceof Error && error.name === 'CancelledFailure') throw error;
      if (!(error instanceof SuspendedError)) this.#report(error, troubleIn(error));
      throw classFailure(error);
    }
  }
}
