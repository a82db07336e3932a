import pg from 'pg';

/**
 * Creates the database, and a login that may only act as pramaan_app. Can safely be called again.
 * @param maintenanceUrl a superuser's connection URL for the database `postgres`
 */
export const prepareDatabase = async (
  maintenanceUrl: string,
  database: string,
  servicePassword: string,
): Promise<void> => {
  const client = new pg.Client({ connectionString: maintenanceUrl });
  await client.connect();
  try {
    const has = async (query: string, name: string): Promise<boolean> =>
      ((await client.query(query, [name])).rowCount ?? 0) > 0;
    const role = 'SELECT 1 FROM pg_roles WHERE rolname = $1';
    if (!(await has(role, 'pramaan_app'))) await client.query('CREATE ROLE pramaan_app NOLOGIN');
    if (!(await has(role, 'pramaan_service'))) await client.query('CREATE ROLE pramaan_service LOGIN');
    await client.query(`ALTER ROLE pramaan_service PASSWORD ${pg.escapeLiteral(servicePassword)}`);
    await client.query('GRANT pramaan_app TO pramaan_service');
    if (!(await has('SELECT 1 FROM pg_database WHERE datname = $1', database))) {
      await client.query(`CREATE DATABASE ${pg.escapeIdentifier(database)}`);
    }
  } finally {
    await client.end();
  }
};
