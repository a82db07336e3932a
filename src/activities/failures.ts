import { ApplicationFailure } from '@temporalio/common';
import { LedgerUnavailableError } from '../ledger/index.ts';
import { CaseGone } from '../vault/vault.ts';
import type { ActivityExecuteInput, ActivityInboundCallsInterceptor, Next } from '@temporalio/worker';

/** A step that must not be done, and would not be at a second try. The message is safe to show. */
export class Refused extends Error {
  override readonly name = 'Refused';
}

/** Connection broken, server starting or stopping, out of resources, deadlock, lost race: SQLSTATE classes and codes. */
const TRANSIENT_SQL = /^(08...|53...|55P03|57P0[1-5]|57014|40001|40P01|58...|XX000)$/;
const TRANSIENT_SOCKET = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
const TRANSIENT_MESSAGE =
  /terminated unexpectedly|connection terminated|timeout exceeded when trying to connect|connection timeout|client has encountered a connection error/i;

/** Whether a later try may go well although nothing else changes. */
export const isTransient = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  if (error instanceof LedgerUnavailableError) return true;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string' && (TRANSIENT_SQL.test(code) || TRANSIENT_SOCKET.has(code))) return true;
  if (TRANSIENT_MESSAGE.test(error.message)) return true;
  if (error instanceof AggregateError && error.errors.some(isTransient)) return true;
  return error.cause !== undefined && isTransient(error.cause);
};

/**
 * The one place that classes what an activity threw: a dependency that is away is tried again, a refusal and a bug of
 * ours are not. Messages of bugs stay in the log (they may quote values); the run gets the class alone.
 */
export const classFailure = (error: unknown): unknown => {
  if (error instanceof ApplicationFailure) return error;
  if (error instanceof Refused || error instanceof CaseGone) {
    return ApplicationFailure.nonRetryable(error.message, 'Refused');
  }
  const name = error instanceof Error ? error.name : 'Unknown';
  if (isTransient(error)) return ApplicationFailure.retryable('A dependency is away.', 'Transient');
  return ApplicationFailure.nonRetryable(`The step failed with ${name}.`, 'Bug');
};

/** Applies {@link classFailure} to every activity of a worker and reports what was caught. */
export class FailureInterceptor implements ActivityInboundCallsInterceptor {
  readonly #report: (error: unknown, transient: boolean) => void;

  constructor(report: (error: unknown, transient: boolean) => void) {
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
      this.#report(error, isTransient(error));
      throw classFailure(error);
    }
  }
}
