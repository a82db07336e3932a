/** Parses an application/x-www-form-urlencoded body; the last of several members with one name counts. */
export const parseForm = (bytes: Buffer): Readonly<Record<string, string>> =>
  Object.fromEntries(new URLSearchParams(bytes.toString('utf8')));
