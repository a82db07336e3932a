import { setImmediate } from 'node:timers/promises';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createPool } from '../../src/store/db/client.ts';
import { createLedger, LedgerUnavailableError, type NewEntry } from '../../src/ledger/index.ts';
import { entryOf, isWholeChain, openLedger, type LedgerTest } from './helpers.ts';

const KILL = `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
  WHERE application_name = 'pramaan' AND datname = current_database()`;

const WAITING = `SELECT FROM pg_stat_activity
  WHERE application_name = 'pramaan' AND datname = current_database() AND wait_event_type = 'Lock'`;

const CROWD = 64;

/** Opens a transaction that has appended to these teams and holds their heads until the transaction ends. */
const lockHeads = async (
  { ledger, database }: LedgerTest,
  ...teams: readonly string[]
): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: database.adminUrl });
  await client.connect();
  onTestFinished(async () => client.end());
  await client.query('BEGIN');
  for (const teamId of teams) await ledger.appendIn(client, entryOf(0, { teamId }));
  return client;
};

/** Returns a step counter, so that no two appends use the same step. */
const counter = (): (() => number) => {
  let last = 0;
  return () => (last += 1);
};

// When more writers wait than one flush holds, the next flush is sent on the same connection while the previous one is in
// progress.
describe('Many writers for one team', () => {
  it('entries keep their order over many flushes', async () => {
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
    'each row is stored once even though the connection is killed repeatedly',
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

  it('entries that the database refuses do not affect other entries', async () => {
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

  it('all writers wait together for a lock and continue once it is released', async () => {
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

  it('the writers release their connection when others need it', async () => {
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

  it('the writers do not keep a connection while another team waits for one', async () => {
    const test = await openLedger();
    const { ledger, admin } = test;
    await admin.query(
      "INSERT INTO teams (id, name) VALUES ('team_c', 'c'), ('team_d', 'd'), ('team_e', 'e')",
    );
    const ofCrowd = await lockHeads(test, 'team_a');
    const ofOthers = await lockHeads(test, 'team_b', 'team_c', 'team_d');
    // Each append waits on a separate connection.
    const others: Promise<unknown>[] = [];
    for (const teamId of ['team_b', 'team_c', 'team_d']) {
      others.push(ledger.append(entryOf(1, { teamId })));
      await setImmediate();
    }
    let stored = 0;
    const crowd = Array.from({ length: 30 * CROWD }, async (_, n) => {
      await ledger.append(entryOf(n + 1));
      stored += 1;
    });
    await setImmediate();
    const late = ledger.append(entryOf(1, { teamId: 'team_e' }));
    await ofCrowd.query('COMMIT');
    await late;
    expect(stored).toBeLessThan(crowd.length / 2);
    await ofOthers.query('COMMIT');
    await Promise.all([...others, ...crowd]);
  });

  it('a batch waits for an unavailable lock only once', async () => {
    const test = await openLedger();
    const { ledger, admin } = test;
    await admin.query("INSERT INTO teams (id, name) VALUES ('team_c', 'c')");
    const locking = await lockHeads(test, 'team_a', 'team_b');
    let isOver = false;
    const locked = Promise.all(
      ['team_a', 'team_b'].map(async (teamId) => ledger.append(entryOf(1, { teamId }))),
    ).finally(() => (isOver = true));
    await ledger.append(entryOf(1, { teamId: 'team_c' }));
    expect(isOver).toBe(false);
    await locking.query('COMMIT');
    expect(await locked).toHaveLength(2);
  });

  it('each writer gets one error from a killed connection', async () => {
    const test = await openLedger();
    const { ledger, admin } = test;
    const locking = await lockHeads(test, 'team_a');
    let failed = 0;
    const writers = Array.from({ length: 10 * CROWD }, async (_, n) => {
      for (;;) {
        const outcome = await ledger.append(entryOf(n + 1)).catch((error: unknown) => error);
        if (!(outcome instanceof Error)) return;
        expect(outcome).toBeInstanceOf(LedgerUnavailableError);
        failed += 1;
      }
    });
    await expect.poll(async () => (await admin.query(WAITING)).rowCount).toBe(1);
    await admin.query(KILL);
    await expect.poll(async () => (await admin.query(WAITING)).rowCount).toBe(1);
    await locking.query('COMMIT');
    await Promise.all(writers);
    expect(failed).toBe(writers.length);
    expect(await ledger.verify('team_a')).toMatchObject({ ok: true, checked: writers.length + 1 });
  });
});
