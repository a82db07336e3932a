import { spawn } from 'node:child_process';
import { once } from 'node:events';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { createLedger } from '../../src/ledger/index.ts';
import { createPool } from '../../src/store/db/client.ts';
import { entryOf, isWholeChain, openLedger } from './helpers.ts';

const PROCESS = new URL('../../bench/lib/append-process.ts', import.meta.url).pathname;

const deadlocks = async (admin: pg.Client): Promise<number> => {
  const { rows } = await admin.query<{ deadlocks: string }>(
    'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
  );
  return Number(rows[0]?.deadlocks);
};

describe('Concurrent writers', () => {
  it(
    'writers in four processes build complete chains without forks, gaps, deadlocks or lost rows',
    { timeout: 180_000 },
    async () => {
      const { database, admin, ledger } = await openLedger();
      const perProcess = 500;
      const codes = await Promise.all(
        [0, 1, 2, 3].map(async (number) => {
          // Every process visits the teams in the reverse of its neighbour's order.
          const teams = number % 2 === 0 ? ['team_a', 'team_b'] : ['team_b', 'team_a'];
          const args = [PROCESS, database.url, `p${number}`, String(perProcess), '16', ...teams];
          const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
          const [code] = (await once(child, 'exit')) as [number | null];
          return code;
        }),
      );
      expect(codes).toEqual([0, 0, 0, 0]);
      const [a, b] = [await ledger.verify('team_a'), await ledger.verify('team_b')];
      expect([a.ok, b.ok, a.checked + b.checked]).toEqual([true, true, 4 * perProcess]);
      expect(await deadlocks(admin)).toBe(0);
    },
  );

  it('64 writers for one team build one chain, and their retries add nothing', async () => {
    const { ledger } = await openLedger();
    const appendAll = async (): Promise<void> => {
      await Promise.all(
        Array.from({ length: 64 }, async (_, writer) => {
          for (let step = 0; step < 5; step += 1) await ledger.append(entryOf(writer * 5 + step));
        }),
      );
    };
    await Promise.all([appendAll(), appendAll()]);
    const entries = await ledger.read('team_a', 'wf-1');
    expect(entries).toHaveLength(320);
    expect(isWholeChain('team_a', entries)).toBe(true);
  });

  it('writers that lock the same teams in opposite orders wait without a deadlock', async () => {
    const { ledger, database, admin } = await openLedger();
    const other = createLedger({ pool: database.pool });
    const round = async (number: number): Promise<unknown> =>
      Promise.all([
        ledger.append(entryOf(number, { teamId: 'team_a' })),
        ledger.append(entryOf(number, { teamId: 'team_b' })),
        other.append(entryOf(number, { teamId: 'team_b', idemKey: `other/${number}` })),
        other.append(entryOf(number, { teamId: 'team_a', idemKey: `other/${number}` })),
      ]);
    for (let number = 0; number < 50; number += 1) await round(number);
    expect(await ledger.verify('team_a')).toMatchObject({ ok: true, checked: 100 });
    expect(await ledger.verify('team_b')).toMatchObject({ ok: true, checked: 100 });
    expect(await deadlocks(admin)).toBe(0);
  });

  it('a writer with an outdated snapshot cannot fork a chain and gets a retryable error', async () => {
    const { ledger, database } = await openLedger();
    const client = await database.pool.connect();
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1 FROM agent_actions');
    await ledger.append(entryOf(1));
    await expect(ledger.appendIn(client, entryOf(2))).rejects.toMatchObject({ retryable: true });
    await client.query('ROLLBACK');
    client.release();
    expect(await ledger.verify('team_a')).toMatchObject({ ok: true, checked: 1 });
  });

  it('other teams’ writers continue while a transaction locks one team', async () => {
    const { ledger, database } = await openLedger();
    const client = await database.pool.connect();
    await client.query('BEGIN');
    await ledger.appendIn(client, entryOf(1));
    const locked = ledger.append(entryOf(2));
    // Lets the flush that includes the locked team start before the others arrive.
    await new Promise((resolve) => setTimeout(resolve, 50));
    const begun = performance.now();
    await ledger.append(entryOf(1, { teamId: 'team_b' }));
    expect(performance.now() - begun).toBeLessThan(3_000);
    await client.query('COMMIT');
    client.release();
    expect((await locked).entry.seq).toBe(2);
  });

  it('a writer that waits too long for a lock gets a retryable error', { timeout: 120_000 }, async () => {
    const { ledger, database } = await openLedger();
    const client = await database.pool.connect();
    await client.query('BEGIN');
    await ledger.appendIn(client, entryOf(1));
    await expect(ledger.append(entryOf(2))).rejects.toMatchObject({
      name: 'LedgerUnavailableError',
      retryable: true,
    });
    await client.query('COMMIT');
    client.release();
    expect(await ledger.append(entryOf(2))).toMatchObject({ duplicate: false, entry: { seq: 2 } });
  });
});

describe('A pool of one connection', () => {
  it('one connection is enough to append and verify', async () => {
    const { database } = await openLedger();
    const pool = createPool(database.url, { max: 1 });
    const ledger = createLedger({ pool });
    await Promise.all(
      ['team_a', 'team_b'].flatMap((teamId) =>
        Array.from({ length: 20 }, async (_, step) => ledger.append(entryOf(step, { teamId }))),
      ),
    );
    expect(await ledger.verify('team_b')).toMatchObject({ ok: true, checked: 20 });
    await ledger.close();
    await pool.end();
  });
});
