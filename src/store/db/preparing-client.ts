import pg from 'pg';

/** Texts that are given a name at most; lists of every length make new ones, and each costs memory on the server. */
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
 * A client that prepares what it is asked with parameters: the server then parses a statement once per connection, which
 * for a short one is most of its work. Columns are always asked for by name, so a column that a migration adds does not
 * spoil what is prepared.
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
