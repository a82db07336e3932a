import { describe, expect, it } from 'vitest';
import { createPool } from '../../src/db/client.ts';
import { createLedger, LedgerUnavailableError, type NewEntry } from '../../src/ledger/index.ts';
import { entryOf, isWholeChain, openLedger } from './helpers.ts';

const KILL = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE application_name = 'pramaan' AND datname = current_database()`;

const CROWD = 64;

/** Steps that no other call gives. */
const counter = (): (() => number) => {
  let last = 0;
  return () => (last += 1);
};

// More writers than one flush waits for: the next is sent while the one before is under way, on the same connection.
describe('a crowd on one team', () => {
  it('keeps the order in which it came, over many flushes', async () => {
    const { ledger } = await openLedger();
    const next = counter();
    const appended = await Promise.all(
      Array.from({ length: 10 * CROWD }, async () => ledger.append(entryOf(next()))),
    );
    expect(appended.map(({ entry }) => entry.seq - entry.step)).toEqual(appended.map(() => 0));
    expect(
      isWholeChain(
        'team_a',
        appended.map(({ entry }) => entry),
      ),
    ).toBe(true);
  });

  it(
    'has each row once although its connection is killed again and again',
    { timeout: 120_000 },
    async () => {
      const { ledger, admin } = await openLedger();
      const next = counter();
      let failed = 0;
      const appendUntilStored = async (entry: NewEntry): Promise<void> => {
        for (;;) {
          const outcome = await ledger.append(entry).catch((error: unknown) => error);
          if (!(outcome instanceof Error)) return;
          expect(outcome).toBeInstanceOf(LedgerUnavailableError);
          failed += 1;
        }
      };
      const over = new AbortController();
      const writers = Array.from({ length: CROWD }, async () => {
        while (!over.signal.aborted) await appendUntilStored(entryOf(next()));
      });
      for (let kill = 0; kill < 20; kill += 1) {
        await new Promise((resolve) => setTimeout(resolve, 40 + kill));
        await admin.query(KILL);
      }
      over.abort();
      await Promise.all(writers);
      const told = next() - 1;
      expect(failed).toBeGreaterThan(CROWD);
      expect(await ledger.read('team_a', 'wf-1')).toHaveLength(told);
      expect(await ledger.verify('team_a')).toMatchObject({ ok: true, checked: told });
    },
  );

  it('loses nothing by entries that the database refuses', async () => {
    const { ledger, admin } = await openLedger();
    await admin.query("ALTER TABLE agent_actions ADD CHECK (action <> 'refused')");
    const outcomes = await Promise.allSettled(
      Array.from({ length: 3 * CROWD }, async (_, n) =>
        ledger.append(entryOf(n, [7, 50].includes(n) ? { action: 'refused' } : {})),
      ),
    );
    const refused = outcomes.flatMap((outcome, n) =>
      outcome.status === 'rejected' ? [[n, (outcome.reason as Error).name]] : [],
    );
    expect(refused).toEqual([
      [7, 'LedgerEntryError'],
      [50, 'LedgerEntryError'],
    ]);
    expect(await ledger.verify('team_a')).toMatchObject({ ok: true, checked: 3 * CROWD - 2 });
  });

  it('waits for a lock as one, and goes on behind it', async () => {
    const { ledger, database } = await openLedger();
    const client = await database.pool.connect();
    await client.query('BEGIN');
    await ledger.appendIn(client, entryOf(0));
    const next = counter();
    const waiting = Array.from({ length: 2 * CROWD }, async () => ledger.append(entryOf(next())));
    await new Promise((resolve) => setTimeout(resolve, 100));
    await client.query('COMMIT');
    client.release();
    expect((await Promise.all(waiting)).map(({ entry }) => entry.seq - entry.step)).toEqual(
      waiting.map(() => 1),
    );
  });

  it('gives its connection to others who need it', async () => {
    const { database } = await openLedger();
    const pool = createPool(database.url, { max: 1 });
    const ledger = createLedger({ pool });
    const next = counter();
    const over = new AbortController();
    const writers = Array.from({ length: CROWD }, async () => {
      while (!over.signal.aborted) await ledger.append(entryOf(next()));
    });
    await new Promise((resolve) => setTimeout(resolve, 50));
    await ledger.append(entryOf(1, { teamId: 'team_b' }));
    await pool.query('SELECT 1');
    over.abort();
    await Promise.all(writers);
    expect(await ledger.verify('team_b')).toMatchObject({ ok: true, checked: 1 });
    await ledger.close();
    await pool.end();
  });
});
