const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;

/** Returns whether a system call failed with one of the given codes, such as ENOENT. */
export const hasCode = (error: unknown, ...codes: readonly string[]): boolean =>
  codes.includes(String(codeOf(error)));
