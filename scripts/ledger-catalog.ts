// Writes sql/catalog.json, which lists the ledger's objects in a freshly migrated database. Run it after adding a migration that
// touches the ledger. A test compares the file with the migrations.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { readCatalog } from '../src/ledger/audit/catalog.ts';
import { migrate } from '../src/store/db/migrate.ts';
import { startPostgres } from '../src/provision/postgres.ts';

const scratch = await mkdtemp(join(tmpdir(), 'pramaan-catalog-'));
const server = await startPostgres({ dataDir: join(scratch, 'postgres') });
const pool = new pg.Pool({ connectionString: server.adminUrl });
try {
  await migrate(server.adminUrl);
  const catalog = await readCatalog(pool);
  await writeFile(new URL('../sql/catalog.json', import.meta.url), `${JSON.stringify(catalog, null, 2)}\n`);
} finally {
  await pool.end();
  await server.stop(10_000);
  await rm(scratch, { recursive: true, force: true });
}
