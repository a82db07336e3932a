/**
 * Reads `retry-after-ms`, or `retry-after` in seconds or as a date.
 * @returns milliseconds; undefined if the value is invalid
 */

export const retryAfterOf = (
  headers: Readonly<Record<string, string>>,
  now = Date.now(),
): number | undefined => {
  const ms = Number(headers['retry-after-ms']);
  if (headers['retry-after-ms'] !== undefined && ms >= 0) return ms;
  const after = headers['retry-after']?.trim();
  if (after === undefined || after === '') return undefined;
  if (/^\d+(\.\d+)?$/.test(after)) return Number(after) * 1000;
  const at = Date.parse(after);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
};
