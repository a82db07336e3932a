/** Members of an application/x-www-form-urlencoded body; of two with one name the last counts. */
export const parseForm = (bytes: Buffer): Readonly<Record<string, string>> =>
  Object.fromEntries(new URLSearchParams(bytes.toString('utf8')));
