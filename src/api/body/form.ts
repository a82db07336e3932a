/** Parses an application/x-www-form-urlencoded body. If a name occurs more than once, its last value counts. */
export const parseForm = (bytes: Buffer): Readonly<Record<string, string>> =>
  Object.fromEntries(new URLSearchParams(bytes.toString('utf8')));
