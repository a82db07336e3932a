/** First characters with which a spreadsheet takes a cell for a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** Writes a cell. A text that a spreadsheet would calculate gets an apostrophe, because anybody may have written it. */
const cellOf = (value: string | null): string => {
  const text = value === null ? '' : FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** Writes rows as CSV (RFC 4180) with a header line. */
export const csvOf = <Name extends string>(
  names: readonly Name[],
  rows: readonly Readonly<Record<Name, string | null>>[],
): string =>
  [names.join(','), ...rows.map((row) => names.map((name) => cellOf(row[name])).join(','))]
    .map((line) => `${line}\r\n`)
    .join('');
