import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createPool } from '../../src/store/db/client.ts';
import { migrate } from '../../src/store/db/migrate.ts';
import { createLedger, LedgerUnavailableError } from '../../src/ledger/index.ts';
import { startPostgres } from '../../src/provision/postgres.ts';
import { entryOf, openLedger } from './helpers.ts';

const KILL = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE application_name = 'pramaan' AND datname = current_database()`;

describe('When Postgres becomes unavailable', () => {
  it('callers get a retryable error, and later appends work', { timeout: 120_000 }, async () => {
    const scratch = await mkdtemp(join(tmpdir(), 'ledger-outage-'));
    const options = { dataDir: join(scratch, 'postgres'), passwords: { admin: 'admin', service: 'service' } };
    const first = await startPostgres(options);
    await migrate(first.adminUrl);
    const admin = new pg.Client({ connectionString: first.adminUrl });
    await admin.connect();
    await admin.query("INSERT INTO teams (id, name) VALUES ('team_a', 'a')");
    await admin.end();
    const pool = createPool(first.url);
    const ledger = createLedger({ pool });
    await ledger.append(entryOf(1));

    await first.stop(10_000);
    const refused = await Promise.allSettled([2, 3, 4].map(async (step) => ledger.append(entryOf(step))));
    expect(
      refused.map(
        (result) => result.status === 'rejected' && result.reason instanceof LedgerUnavailableError,
      ),
    ).toEqual([true, true, true]);

    const second = await startPostgres({ ...options, port: first.port });
    onTestFinished(async () => {
      await ledger.close();
      await pool.end();
      await second.stop(10_000);
      await rm(scratch, { recursive: true, force: true });
    });
    for (const step of [2, 3, 4]) await ledger.append(entryOf(step));
    expect(await ledger.verify('team_a')).toMatchObject({ ok: true, checked: 4 });
  });

  it('an append whose connection is killed can be retried without duplicating the row', async () => {
    const { ledger, admin } = await openLedger();
    const appendUntilStored = async (step: number): Promise<void> => {
      const outcome = await ledger.append(entryOf(step)).catch((error: unknown) => error);
      if (!(outcome instanceof Error)) return;
      expect(outcome).toBeInstanceOf(LedgerUnavailableError);
      await appendUntilStored(step);
    };
    for (let step = 1; step <= 40; step += 1) {
      const stored = appendUntilStored(step);
      // No connection is killed after the last step, so that the pool has noticed all its lost connections by the end.
      if (step % 5 === 1) await admin.query(KILL);
      await stored;
    }
    expect(await ledger.read('team_a', 'wf-1')).toHaveLength(40);
    expect(await ledger.verify('team_a')).toMatchObject({ ok: true, checked: 40 });
  });

  it('a closed ledger stores pending entries and accepts no new ones', async () => {
    const { ledger } = await openLedger();
    const waiting = [1, 2, 3].map(async (step) => ledger.append(entryOf(step)));
    await ledger.close();
    expect((await Promise.all(waiting)).map(({ entry }) => entry.seq)).toEqual([1, 2, 3]);
    await expect(ledger.append(entryOf(4))).rejects.toBeInstanceOf(LedgerUnavailableError);
  });
});
