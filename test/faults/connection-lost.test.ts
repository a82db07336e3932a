import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { createDatabase, createPool } from '../../src/store/db/client.ts';
import { freshDatabase } from '../helpers/database.ts';

it('a connection that breaks between two statements causes only its own transaction to fail', async () => {
  const { url, adminUrl } = await freshDatabase();
  const db = createDatabase(createPool(url, { max: 1 }));
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  onTestFinished(async () => {
    await Promise.all([db.destroy(), admin.end()]);
  });
  const broken = db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
    await admin.query('select pg_terminate_backend($1, 10000)', [rows[0]!.pid]);
    // The server's last message arrives while no statement is waiting for a result.
    await sleep(200);
    await sql`select 1`.execute(tx);
  });
  await expect(broken).rejects.toThrow('not queryable');
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
});
