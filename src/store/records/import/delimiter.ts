/** Characters that spreadsheets put between cells. */
const DELIMITERS = [',', ';', '\t', '|'] as const;

/**
 * Finds the character between a header's cells: the most frequent candidate outside of quotes, so that a comma inside a quoted
 * header does not count.
 */
export const delimiterOf = (header: string): string => {
  const counts = new Map<string, number>(DELIMITERS.map((one) => [one, 0]));
  let isQuoted = false;
  for (const char of header) {
    if (char === '"') isQuoted = !isQuoted;
    else if (!isQuoted && counts.has(char)) counts.set(char, counts.get(char)! + 1);
  }
  const [[best] = [',']] = [...counts].toSorted((a, b) => b[1] - a[1]);
  return best;
};

/** Returns the delimiter that Excel's first line such as `sep=;` names; undefined for any other line. */
export const separatorOf = (line: string): string | undefined => /^"?sep=([,;|\t])"?$/i.exec(line)?.[1];
