/**
 * SQLSTATE classes and codes after which a retry may succeed, because the server is unavailable, starting, stopping, out of
 * resources or gave up on a single statement: connection errors (08), insufficient resources (53: disk, memory, connections),
 * operator intervention (57), system errors (58), lost races (40, and 23P01 for two stays of one patient), locks and time limits,
 * and a server that is read-only during a failover (25006).
 */
const TRANSIENT_SQL =
  /^(08...|23P01|40...|53...|58...|57P0[1-5]|57014|55P03|55006|25006|25P0[34]|72000|XX000)$/;
const TRANSIENT_SYSTEM = new Set([
  // Nothing listens at the other end, or it cannot be reached.
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  // This machine has run out of a resource.
  'ENOSPC',
  'EDQUOT',
  'ENOMEM',
  'ENOBUFS',
  'EMFILE',
  'ENFILE',
]);
const TRANSIENT_MESSAGE =
  /connection terminated|timeout exceeded when trying to connect|connection timeout|query read timeout|is not queryable|connection ended|received unexpected \w+ message from backend/i;

/** Returns whether the error means that the database was unavailable or busy, so that an unchanged retry may succeed. */
export const isTransient = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string' && (TRANSIENT_SQL.test(code) || TRANSIENT_SYSTEM.has(code))) return true;
  if (TRANSIENT_MESSAGE.test(error.message)) return true;
  if (error instanceof AggregateError && error.errors.some(isTransient)) return true;
  return error.cause !== undefined && isTransient(error.cause);
};
