/** A row of a CSV file, with the line on which it begins. */
export interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

const CANDIDATES = [',', ';', '\t', '|'];

/** Returns the most frequent delimiter outside of quotes in the first line, as the service finds it. */
const delimiterOf = (text: string): string => {
  const counts = new Map(CANDIDATES.map((one) => [one, 0]));
  let isQuoted = false;
  for (const char of text) {
    if (char === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (char === '\n' || char === '\r')) break;
    else if (!isQuoted && counts.has(char)) counts.set(char, counts.get(char)! + 1);
  }
  return CANDIDATES.reduce((best, one) => (counts.get(one)! > counts.get(best)! ? one : best));
};

/**
 * Reads CSV for the pages: the headers, and the cells that the service found wrong. The service reads the file itself, and is
 * stricter.
 * @param most rows to read
 */
export const readCsv = (text: string, most = Number.POSITIVE_INFINITY): readonly CsvRow[] => {
  const separator = /^\uFEFF?"?sep=([,;|\t])"?\r?\n/i.exec(text);
  const start = separator?.[0].length ?? (text.startsWith('\uFEFF') ? 1 : 0);
  const delimiter = separator?.[1] ?? delimiterOf(text.slice(start));
  const rows: CsvRow[] = [];
  let [line, first, cell, isQuoted] = [separator === null ? 1 : 2, separator === null ? 1 : 2, '', false];
  let cells: string[] = [];
  const end = (): void => {
    cells.push(cell);
    if (cells.length > 1 || cells[0] !== '') rows.push({ line: first, cells });
    [cells, cell] = [[], ''];
  };
  for (let at = start; at < text.length && rows.length < most; at += 1) {
    const char = text[at]!;
    if (char === '\n') line += 1;
    if (isQuoted) {
      if (char !== '"') cell += char;
      else if (text[at + 1] === '"') cell += text[(at += 1)]!;
      else isQuoted = false;
    } else if (char === '"' && cell === '') isQuoted = true;
    else if (char === delimiter) {
      cells.push(cell);
      cell = '';
    } else if (char === '\n') {
      end();
      first = line;
    } else if (char !== '\r') cell += char;
  }
  if (rows.length < most && (cell !== '' || cells.length > 0)) end();
  return rows;
};
