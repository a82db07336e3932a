/** The entry itself cannot be stored: trying again will not help. The message names the member, never its value. */
export class LedgerEntryError extends Error {
  override readonly name = 'LedgerEntryError';
  readonly retryable = false;
}

/**
 * The entry may or may not have been stored: the database was away, or a lock was not to be had in time. Appending the
 * same entry again is safe, since its idempotency key is the same.
 */
export class LedgerUnavailableError extends Error {
  override readonly name = 'LedgerUnavailableError';
  readonly retryable = true;
}

/**
 * What is stored does not fit what was signed, or does not verify: nothing is proven or signed over it. The message
 * begins with the kind of wrong, and holds no content.
 */
export class LedgerBrokenError extends Error {
  override readonly name = 'LedgerBrokenError';
}

/** SQLSTATEs that no retry mends: an invalid value, a broken constraint, a missing right or function, a RAISE. */
const REFUSED = /^(?:0A|22|23|42|P0)/;

/** SQLSTATEs of a statement that failed on its own while the server is well: locks, time-outs, serialisation. */
const PASSING = /^(?:40|55P03|57014)/;

const sqlState = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : '';

export const isRefusal = (error: unknown): boolean => REFUSED.test(sqlState(error));

/** True when another statement, sent now, has no reason to fare better: no connection, server starting or stopping. */
export const isOutage = (error: unknown): boolean => !isRefusal(error) && !PASSING.test(sqlState(error));

/** What a caller of append gets for an error of the database. The database's own message stays in `cause`. */
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
