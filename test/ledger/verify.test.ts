import { describe, expect, it } from 'vitest';
import { createDatabase } from '../../src/store/db/client.ts';
import { appendSteps, entryOf, openLedger } from './helpers.ts';

const fine = (checked: number) => ({ ok: true, checked, first_broken: null, reason: null });

describe('Verifying a chain', () => {
  it('verification is one query that returns one row', async () => {
    const { ledger, admin } = await openLedger();
    await appendSteps(ledger, 3);
    const { rows } = await admin.query("SELECT * FROM verify_agent_ledger('team_a')");
    expect(rows).toEqual([{ ok: true, checked: 3, first_broken: null, reason: null }]);
  });

  it('verification approves a team without entries', async () => {
    const { ledger } = await openLedger();
    expect(await ledger.verify('team_a')).toEqual(fine(0));
  });

  it('verification does not approve a team that does not exist', async () => {
    const { ledger } = await openLedger();
    expect(await ledger.verify('team_nobody')).toEqual({
      ok: false,
      checked: 0,
      first_broken: null,
      reason: 'unknown_team: there is no such team and no row of it',
    });
  });

  it('verification does not raise a false alarm during appends', async () => {
    const { ledger } = await openLedger();
    const stop = new AbortController();
    const writing = (async () => {
      for (let step = 0; !stop.signal.aborted; step += 1) {
        await Promise.all([
          ledger.append(entryOf(step)),
          ledger.append(entryOf(step, { idemKey: `second/${step}` })),
        ]);
      }
    })();
    const seen = [];
    for (let round = 0; round < 30; round += 1) seen.push(await ledger.verify('team_a'));
    stop.abort();
    await writing;
    expect(seen.filter(({ ok }) => !ok)).toEqual([]);
    expect(seen.at(-1)?.checked).toBeGreaterThan(seen[0]?.checked ?? 0);
  });

  it('verification approves a chain built partly by failed transactions', async () => {
    const { ledger, database } = await openLedger();
    const db = createDatabase(database.pool);
    for (let step = 1; step <= 6; step += 1) {
      await db
        .transaction()
        .execute(async (tx) => {
          await ledger.appendIn(tx, entryOf(step));
          if (step % 2 === 0) throw new Error('no');
        })
        .catch(() => undefined);
    }
    expect(await ledger.verify('team_a')).toEqual(fine(3));
  });
});

const openTen = async () => {
  const test = await openLedger();
  await appendSteps(test.ledger, 10);
  const rows = await test.ledger.read('team_a', 'wf-1');
  const at = (seq: number) => ({ seq, rowHash: rows[seq - 1]?.row_hash ?? '' });
  return { ...test, at };
};

describe('Verifying from a known row onwards', () => {
  it('verification reads only the rows after the known one', async () => {
    const { ledger, at } = await openTen();
    expect(await ledger.verify('team_a', at(6))).toEqual(fine(4));
    expect(await ledger.verify('team_a', at(10))).toEqual(fine(0));
  });

  it('verification names a broken row after the known one and ignores those before it', async () => {
    const { ledger, admin, at } = await openTen();
    await admin.query(`SET session_replication_role = 'replica'; ALTER TABLE agent_actions DROP CONSTRAINT agent_actions_hash;
      UPDATE agent_actions SET body = '{}' WHERE team_id = 'team_a' AND seq = 5`);
    expect(await ledger.verify('team_a', at(4))).toMatchObject({ ok: false, checked: 6, first_broken: 5 });
    expect(await ledger.verify('team_a', at(5))).toEqual(fine(5));
  });

  it('verification notices a known row that is missing or different', async () => {
    const { ledger, admin, at } = await openTen();
    const other = { seq: 6, rowHash: at(7).rowHash };
    expect(await ledger.verify('team_a', other)).toMatchObject({
      ok: false,
      first_broken: 7,
      reason: expect.stringMatching(/^prev_hash/) as string,
    });
    await admin.query(`SET session_replication_role = 'replica'; DELETE FROM agent_actions WHERE seq >= 6`);
    expect(await ledger.verify('team_a', at(6))).toMatchObject({ ok: false, first_broken: 6 });
    expect(await ledger.verify('team_a', at(4))).toMatchObject({ ok: false, first_broken: 6 });
  });

  it('verification refuses to start from a row without its hash', async () => {
    const { admin } = await openTen();
    await expect(admin.query("SELECT * FROM verify_agent_ledger('team_a', 5)")).rejects.toThrow('from_hash');
  });
});
