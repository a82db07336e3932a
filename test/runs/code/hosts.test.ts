import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { announceHost, hostInPlaceOf, sandboxesNow } from '../../../src/store/hosts/hosts.ts';
import { createTestDatabase, type TestDatabase } from '../../helpers/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => database.close());

const host = async (name: string, seconds: number): Promise<void> => {
  const numbers = { containers: 0, ready: 0, waiting: 0 };
  await announceHost(database.db, { host: name, runtime: 'runc', state: 'ready', detail: '', ...numbers });
  await database.db
    .updateTable('sandbox_hosts')
    .set({ seen_at: sql<Date>`now() - make_interval(secs => ${seconds})` })
    .where('host', '=', name)
    .execute();
};

describe('A stalled host', () => {
  it('a stalled host gets no runs while another, healthy host takes its place', async () => {
    await host('still', 20);
    expect((await sandboxesNow(database.db)).ready).toEqual(['still']);
    expect(await hostInPlaceOf(database.db, 'still')).toBeUndefined();
    await host('well', 1);
    expect(await sandboxesNow(database.db)).toMatchObject({ state: 'ready', ready: ['well'] });
    expect(await hostInPlaceOf(database.db, 'still')).toBe('well');
    expect(await hostInPlaceOf(database.db, 'well')).toBeUndefined();
  });
});
