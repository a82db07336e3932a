import pg from 'pg';

/**
 * Returns all rows of all tables as text, with bytes both raw and as hex: everything that somebody who steals the database could
 * read.
 */
export const dumpDatabase = async (adminUrl: string): Promise<string> => {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname = 'public'`,
    );
    const parts: string[] = [];
    for (const { name } of tables) {
      const { rows } = await client.query<Record<string, unknown>>(`SELECT * FROM ${name}`);
      for (const row of rows) {
        for (const value of Object.values(row)) {
          parts.push(
            Buffer.isBuffer(value) ? `${value.toString('latin1')} ${value.toString('hex')}` : plain(value),
          );
        }
      }
    }
    return parts.join('\n');
  } finally {
    await client.end();
  }
};

const plain = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
