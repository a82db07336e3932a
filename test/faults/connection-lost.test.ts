import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { createDatabase, createPool } from '../../src/db/client.ts';
import { freshDatabase } from '../helpers/database.ts';

it('a connection that breaks between two statements fails its transaction and nothing else', async () => {
  const { url } = await freshDatabase();
  const db = createDatabase(createPool(url, { max: 1 }));
  const other = createDatabase(createPool(url, { max: 1 }));
  onTestFinished(async () => {
    await Promise.all([db.destroy(), other.destroy()]);
  });
  const broken = db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
    await sql`select pg_terminate_backend(${rows[0]!.pid})`.execute(other);
    // The word that the server sends comes while no statement waits for an answer.
    await expect
      .poll(
        async () =>
          (await sql`select from pg_stat_activity where pid = ${rows[0]!.pid}`.execute(other)).rows.length,
      )
      .toBe(0);
    await turn();
    await sql`select 1`.execute(tx);
  });
  await expect(broken).rejects.toThrow(/connection|terminat/i);
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
});
