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

/** Whether the database was away or busy, so that a later try may go well although nothing else changes. */
export const isTransient = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string' && (TRANSIENT_SQL.test(code) || TRANSIENT_SOCKET.has(code))) return true;
  if (TRANSIENT_MESSAGE.test(error.message)) return true;
  if (error instanceof AggregateError && error.errors.some(isTransient)) return true;
  return error.cause !== undefined && isTransient(error.cause);
};
