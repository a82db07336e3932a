/** The entry itself cannot be stored, and retrying will not help. The message names the member, never its value. */
export class LedgerEntryError extends Error {
  override readonly name = 'LedgerEntryError';
  readonly retryable = false;
}

/**
 * The entry may or may not have been stored: the database was unavailable, or a lock was not obtained in time. Appending the same
 * entry again is safe, since its idempotency key is the same.
 */
export class LedgerUnavailableError extends Error {
  override readonly name = 'LedgerUnavailableError';
  readonly retryable = true;
}

/**
 * Stored data does not match what was signed, or does not verify, so nothing is proven or signed over it. The message begins with
 * the kind of fault and holds no content.
 */
export class LedgerBrokenError extends Error {
  override readonly name = 'LedgerBrokenError';
}

/** SQLSTATEs that a retry cannot fix: an invalid value, a violated constraint, a missing privilege or function, a RAISE. */
const REFUSED = /^(?:0A|22|23|42|P0)/;

/** SQLSTATEs of a statement that failed on its own while the server is healthy: locks, time-outs, serialisation. */
const PASSING = /^(?:40|55P03|57014)/;

const sqlState = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : '';

export const isRefusal = (error: unknown): boolean => REFUSED.test(sqlState(error));

/** Returns whether another statement sent now would likely fail too: no connection, server starting or stopping. */
export const isOutage = (error: unknown): boolean => !isRefusal(error) && !PASSING.test(sqlState(error));

/** Converts a database error into the error that callers of append get. The database's own message stays in `cause`. */
export const ledgerError = (error: unknown): Error => {
  if (error instanceof LedgerEntryError || error instanceof LedgerUnavailableError) return error;
  if (isRefusal(error)) {
    const why = sqlState(error) === '23503' ? 'the team does not exist' : `database code ${sqlState(error)}`;
    return new LedgerEntryError(`The ledger refused the entry: ${why}`, { cause: error });
  }
  return new LedgerUnavailableError('The ledger could not be reached or was busy; append the entry again', {
    cause: error,
  });
};
