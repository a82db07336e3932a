import { describe, expect, it } from 'vitest';
import { createDatabase } from '../../src/store/db/client.ts';
import { LedgerEntryError } from '../../src/ledger/errors.ts';
import { actedBy } from '../../src/ledger/index.ts';
import { someKey } from '../helpers/actors.ts';
import { appendSteps, entryOf, isWholeChain, openLedger } from './helpers.ts';

describe('An appended entry', () => {
  it('readers get the entry as appended, and it extends the chain by the documented formula', async () => {
    const { ledger } = await openLedger();
    const appended = [];
    for (const step of [1, 2, 3]) appended.push((await ledger.append(entryOf(step))).entry);
    const read = await ledger.read('team_a', 'wf-1');
    expect(read).toEqual(appended);
    expect(isWholeChain('team_a', read)).toBe(true);
    expect(read[0]).toMatchObject({
      seq: 1,
      step: 1,
      action: 'pii.scan',
      summary: 'Step 1',
      detail: { step: 1 },
    });
    expect(JSON.parse(read[0]?.body ?? '')).toMatchObject({
      columns: { team_id: 'team_a', idem_key: 'wf-1/1' },
    });
  });

  it('an entry belongs to its team, and another team finds nothing under the same ref', async () => {
    const { ledger } = await openLedger();
    await ledger.append(entryOf(1));
    expect(await ledger.read('team_b', 'wf-1')).toEqual([]);
    expect(await ledger.read('team_a', 'wf-2')).toEqual([]);
  });

  it('an entry whose text contains NUL and a lone surrogate is stored', async () => {
    const { ledger } = await openLedger();
    await ledger.append(entryOf(1, { summary: 'a\0b', detail: { stdout: '\ud83d' } }));
    const [read] = await ledger.read('team_a', 'wf-1');
    expect(read).toMatchObject({ summary: 'a\ufffdb', detail: { stdout: '\ufffd' } });
    expect(await ledger.verify('team_a')).toMatchObject({ ok: true, checked: 1 });
  });

  it('an entry with a detail of maximum size is stored', async () => {
    const { ledger } = await openLedger();
    const detail = { text: '\u20ac'.repeat(21_840) };
    const { entry } = await ledger.append(entryOf(1, { detail }));
    expect(entry.detail).toEqual(detail);
    expect(await ledger.read('team_a', 'wf-1')).toEqual([entry]);
  });

  it('entries from one caller keep their order', async () => {
    const { ledger } = await openLedger();
    await Promise.all(Array.from({ length: 300 }, async (_, step) => ledger.append(entryOf(step))));
    const steps = (await ledger.read('team_a', 'wf-1')).map(({ step }) => step);
    expect(steps).toEqual(Array.from({ length: 300 }, (_, step) => step));
  });

  it('an entry is never dated before its predecessor, even when the clock was set back', async () => {
    const { ledger, admin } = await openLedger();
    await ledger.append(entryOf(1));
    await admin.query("UPDATE ledger_heads SET last_at = now() + '2 hours', seq = seq + 1");
    const { rows } = await admin.query<{ last_at: Date }>(
      "SELECT last_at FROM ledger_heads WHERE team_id = 'team_b'",
    );
    const { entry } = await ledger.append(entryOf(2, { teamId: 'team_b' }));
    expect(entry.created_at).toBe(rows[0]?.last_at.toISOString());
  });

  it('the database uses the index to find an entry by its key even without statistics', async () => {
    const { ledger, admin } = await openLedger();
    for (let round = 0; round < 5; round += 1) {
      await Promise.all(Array.from({ length: 100 }, async (_, n) => ledger.append(entryOf(round * 100 + n))));
    }
    await ledger.close();
    const { rows } = await admin.query<{ plan: string }>(
      `SELECT indexrelname || ' ' || idx_tup_read AS plan FROM pg_stat_user_indexes
       WHERE relname = 'agent_actions' AND idx_tup_read > 1000`,
    );
    expect(rows).toEqual([]);
  });
});

describe('A retried append', () => {
  it('a retry adds no row and returns the first one', async () => {
    const { ledger, conflicts } = await openLedger();
    const first = await ledger.append(entryOf(1, { actor: actedBy(someKey, { attempt: 1 }) }));
    const again = await ledger.append(entryOf(1, { actor: actedBy(someKey, { attempt: 2 }) }));
    expect(first).toMatchObject({ duplicate: false, differs: false });
    expect(again).toEqual({ entry: first.entry, duplicate: true, differs: false });
    expect(await ledger.verify('team_a')).toMatchObject({ ok: true, checked: 1 });
    expect(conflicts).toEqual([]);
  });

  it('simultaneous attempts add one row', async () => {
    const { ledger } = await openLedger();
    const results = await Promise.all(Array.from({ length: 20 }, async () => ledger.append(entryOf(1))));
    expect(results.filter(({ duplicate }) => !duplicate)).toHaveLength(1);
    expect(new Set(results.map(({ entry }) => entry.id)).size).toBe(1);
    expect(await ledger.read('team_a', 'wf-1')).toHaveLength(1);
  });

  it('a duplicate anywhere in a batch leaves the other entries unchanged', async () => {
    const { ledger, database } = await openLedger();
    const append = async (keys: readonly string[]) => {
      const { rows } = await database.pool.query<{ id: string; known: boolean }>(
        `SELECT id, stored_before IS NOT NULL AS known
         FROM append_agent_actions($1, $2, $3, $4, $5, $2, $6) ORDER BY array_position($2::text[], id)`,
        [
          keys.map((key) => (key.startsWith('b') ? 'team_b' : 'team_a')),
          keys,
          keys.map((key) => `wf-${key}`),
          keys.map((key) => Number(key.slice(1))),
          keys.map((key) => `do.${key}`),
          keys.map((key) => `{"detail":{"key":"${key}"}}`).join('\n'),
        ],
      );
      return rows.filter(({ known }) => !known).map(({ id }) => id);
    };
    expect(await append(['a1', 'b1', 'a2'])).toEqual(['a1', 'b1', 'a2']);
    expect(await append(['a1', 'a3', 'a2', 'b1', 'b2', 'a4'])).toEqual(['a3', 'b2', 'a4']);
    expect(await append(['a1', 'b2'])).toEqual([]);
    expect(await ledger.verify('team_a')).toMatchObject({ ok: true, checked: 4 });
    expect(await ledger.verify('team_b')).toMatchObject({ ok: true, checked: 2 });
    const [row] = await ledger.read('team_a', 'wf-a3');
    expect(row).toMatchObject({ seq: 3, step: 3, action: 'do.a3', detail: { key: 'a3' } });
  });

  it('the same key makes a separate entry in another team', async () => {
    const { ledger } = await openLedger();
    await ledger.append(entryOf(1));
    expect(await ledger.append(entryOf(1, { teamId: 'team_b' }))).toMatchObject({ duplicate: false });
  });

  it.each([
    ['summary', { summary: 'Something else' }],
    ['detail', { detail: { step: 2 } }],
    ['action', { action: 'db.write' }],
    ['governance', { governance: 'none' }],
  ])('a retry with a different %s changes nothing and reports a conflict', async (_, change) => {
    const { ledger, conflicts } = await openLedger();
    const first = await ledger.append(entryOf(1));
    expect(await ledger.append(entryOf(1, change))).toEqual({
      entry: first.entry,
      duplicate: true,
      differs: true,
    });
    expect(conflicts).toEqual([{ teamId: 'team_a', ledgerRef: 'wf-1', idemKey: 'wf-1/1', seq: 1 }]);
    expect(await ledger.read('team_a', 'wf-1')).toEqual([first.entry]);
  });
});

describe('An entry that cannot be stored', () => {
  it('an invalid entry fails alone and the rest of its batch is stored', async () => {
    const { ledger } = await openLedger();
    const results = await Promise.allSettled([
      ledger.append(entryOf(1)),
      ledger.append(entryOf(1, { teamId: 'team_nobody' })),
      ledger.append(entryOf(2)),
      ledger.append(entryOf(1, { teamId: 'team_b' })),
      ledger.append(entryOf(3, { detail: { text: 'x'.repeat(70_000) } })),
    ]);
    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
      'rejected',
    ]);
    expect(results[1]).toMatchObject({
      reason: new LedgerEntryError('The ledger refused the entry: the team does not exist'),
    });
    expect(results[4]).toMatchObject({ reason: new LedgerEntryError('detail is larger than 65536 bytes') });
    expect(await ledger.verify('team_a')).toMatchObject({ ok: true, checked: 2 });
    expect(await ledger.verify('team_b')).toMatchObject({ ok: true, checked: 1 });
  });
});

describe('An entry in the caller’s transaction', () => {
  it('committing stores the entry, and a rollback leaves no trace of it', async () => {
    const { ledger, database } = await openLedger();
    const db = createDatabase(database.pool);
    await appendSteps(ledger, 1);
    const rolledBack = db.transaction().execute(async (tx) => {
      await ledger.appendIn(tx, entryOf(2));
      throw new Error('the effect failed');
    });
    await expect(rolledBack).rejects.toThrow('the effect failed');
    expect(await ledger.read('team_a', 'wf-1')).toHaveLength(1);
    await db.transaction().execute(async (tx) => ledger.appendIn(tx, entryOf(2)));
    expect(isWholeChain('team_a', await ledger.read('team_a', 'wf-1'))).toBe(true);
    expect(await ledger.verify('team_a')).toMatchObject({ ok: true, checked: 2 });
  });

  it('an entry can also be appended with a plain client, and retrying it is idempotent there too', async () => {
    const { ledger, database } = await openLedger();
    const client = await database.pool.connect();
    await client.query('BEGIN');
    const first = await ledger.appendIn(client, entryOf(1));
    const again = await ledger.appendIn(client, entryOf(1));
    await client.query('COMMIT');
    client.release();
    expect(again).toEqual({ ...first, duplicate: true });
    expect(await ledger.read('team_a', 'wf-1')).toEqual([first.entry]);
  });

  it('an open transaction blocks only its own team', async () => {
    const { ledger, database } = await openLedger();
    const client = await database.pool.connect();
    await client.query('BEGIN');
    await ledger.appendIn(client, entryOf(1));
    const order: string[] = [];
    const waiting = ledger.append(entryOf(2)).then(() => order.push('after'));
    await new Promise((resolve) => setTimeout(resolve, 100));
    order.push('commit');
    await client.query('COMMIT');
    client.release();
    await waiting;
    expect(order).toEqual(['commit', 'after']);
    expect(isWholeChain('team_a', await ledger.read('team_a', 'wf-1'))).toBe(true);
  });

  it('a commit flushes the entry to disk even when the session turned that off', async () => {
    const { ledger, database } = await openLedger();
    const client = await database.pool.connect();
    await client.query('SET synchronous_commit = off');
    await client.query('BEGIN');
    await ledger.appendIn(client, entryOf(1));
    const { rows } = await client.query<{ synchronous_commit: string }>('SHOW synchronous_commit');
    await client.query('COMMIT');
    client.release();
    expect(rows[0]?.synchronous_commit).toBe('on');
  });
});
