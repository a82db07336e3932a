const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;

/** Whether a call of the operating system failed with one of the given codes, such as ENOENT. */
export const hasCode = (error: unknown, ...codes: readonly string[]): boolean =>
  codes.includes(String(codeOf(error)));
