import pg from 'pg';

/**
 * Maximum number of named statements. Each costs memory on the server, and lists of different lengths lead to different
 * statements.
 */
const MAX_NAMED = 500;

const names = new Map<string, string>();

const nameOf = (text: string): string | undefined => {
  const known = names.get(text);
  if (known !== undefined || names.size >= MAX_NAMED) return known;
  const name = `s${names.size + 1}`;
  names.set(text, name);
  return name;
};

/**
 * A client that prepares parameterised queries, so that the server parses each statement only once per connection. For a short
 * statement, parsing is most of the work. Queries always name their columns, so a column added by a migration does not invalidate
 * a prepared statement.
 */
export class PreparingClient extends pg.Client {
  // oxlint-disable-next-line typescript/no-explicit-any -- pg's own overloads
  override query(asked: any, values?: any, callback?: any): any {
    const isPlain = typeof asked === 'string' && Array.isArray(values) && values.length > 0;
    const name = isPlain ? nameOf(asked) : undefined;
    return name === undefined
      ? super.query(asked, values, callback)
      : super.query({ name, text: asked, values }, callback);
  }
}
