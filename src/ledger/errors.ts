import { gaveWay, suspensionIn } from '../store/switches/suspended.ts';

/**
 * Thrown when the entry itself cannot be stored, so that a retry would not help. The message names the field, but never its
 * value.
 */
export class LedgerEntryError extends Error {
  override readonly name = 'LedgerEntryError';
  readonly retryable = false;
}

/**
 * Thrown when the entry may or may not have been stored, because the database was unavailable, a lock was not obtained in time, or
 * the entry gave way to a suspension. Appending the same entry again is safe, since its idempotency key is the same.
 */
export class LedgerUnavailableError extends Error {
  override readonly name = 'LedgerUnavailableError';
  readonly retryable = true;
}

/**
 * Thrown when stored data does not verify or does not match its signatures, so that the service refuses to prove or sign
 * anything over it. The message starts with the kind of fault and does not quote any content.
 */
export class LedgerBrokenError extends Error {
  override readonly name = 'LedgerBrokenError';
}

/** SQLSTATEs that a retry cannot fix: invalid value, violated constraint, missing privilege or function, RAISE. */
const REFUSED = /^(?:0A|22|23|42|P0)/;

/** SQLSTATEs of statements that failed on a healthy server because of a lock, a time-out or a serialisation failure. */
const PASSING = /^(?:40|55P03|57014)/;

const sqlState = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : '';

export const isRefusal = (error: unknown): boolean => REFUSED.test(sqlState(error));

/**
 * Returns whether another statement would probably fail now too, because there is no connection or the server is starting or
 * stopping.
 */
export const isOutage = (error: unknown): boolean =>
  !isRefusal(error) && suspensionIn(error) === undefined && !PASSING.test(sqlState(error));

/** Converts a database error into the error that append throws. The database's own message is kept in `cause`. */
export const ledgerError = (error: unknown): Error => {
  if (error instanceof LedgerEntryError || error instanceof LedgerUnavailableError) return error;
  const suspension = suspensionIn(error);
  if (suspension !== undefined) return suspension;
  if (isRefusal(error)) {
    const why = sqlState(error) === '23503' ? 'the team does not exist' : `database code ${sqlState(error)}`;
    return new LedgerEntryError(`The ledger refused the entry: ${why}`, { cause: error });
  }
  const why = gaveWay(error)
    ? 'The entry gave way to a suspension that is being committed'
    : 'The ledger could not be reached or was busy';
  return new LedgerUnavailableError(`${why}; append the entry again`, { cause: error });
};
