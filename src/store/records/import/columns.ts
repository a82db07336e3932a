import { clip } from '../../../governance/text/clip.ts';
import { maskText } from '../../../governance/mask.ts';
import { headerKey, type RecordShape } from '../../../governance/records/shape.ts';
import { UnreadableFileError } from './tally.ts';

/** Headers of a file by their column; an empty column means that the header's cells are ignored. */
export type ColumnMap = Readonly<Record<string, string>>;

/**
 * Finds the position of each field of a shape among a file's headers; -1 if the file lacks an optional one. A header is compared
 * without case and punctuation, and the caller's map comes first.
 * @throws UnreadableFileError for a header that means nothing, for two that mean the same, and if a required one is missing
 */
export const columnPositions = (
  { fields }: RecordShape,
  headers: readonly string[],
  map: ColumnMap,
  line = 1,
): readonly number[] => {
  const mapped = new Map(Object.entries(map).map(([header, column]) => [headerKey(header), column]));
  const known = new Map(
    fields.flatMap(({ name, aliases = [] }) => [name, ...aliases].map((alias) => [alias, name] as const)),
  );
  const positions = new Map<string, number>();
  for (const [index, header] of headers.entries()) {
    const key = headerKey(header);
    const column = mapped.get(key) ?? known.get(key);
    if (column === '' || (column === undefined && key === '')) continue;
    const shown = clip(maskText(header.trim()), 60).toWellFormed();
    if (column === undefined || !fields.some(({ name }) => name === column)) {
      const names = fields.map(({ name }) => name).join(', ');
      throw unreadable(
        line,
        shown,
        `is not one of the columns ${names}; map it to one of them with "columns", or to "" to leave it out`,
      );
    }
    if (positions.has(column)) throw unreadable(line, shown, `is a second column for ${column}`);
    positions.set(column, index);
  }
  const missing = fields.filter(({ name, required }) => required && !positions.has(name));
  if (missing.length > 0) {
    const names = missing.map(({ name }) => name).join(', ');
    throw unreadable(
      line,
      null,
      `the header lacks ${names}; if it has another name for one, map it with "columns"`,
    );
  }
  return fields.map(({ name }) => positions.get(name) ?? -1);
};

/** Returns the names of the fields that have a position. */
export const columnsAt = ({ fields }: RecordShape, positions: readonly number[]): ReadonlySet<string> =>
  new Set(fields.filter((_, index) => positions[index]! >= 0).map(({ name }) => name));

const unreadable = (line: number, column: string | null, reason: string): UnreadableFileError =>
  new UnreadableFileError({ line, column, reason });
