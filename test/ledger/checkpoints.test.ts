import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import type pg from 'pg';
import { describe, expect, it } from 'vitest';
import { latestCheckpoint } from '../../src/ledger/checkpoints.ts';
import { LedgerBrokenError } from '../../src/ledger/errors.ts';
import { publishedKeys, publishKeys } from '../../src/ledger/log-keys.ts';
import { proveConsistency } from '../../src/ledger/prove.ts';
import { signCheckpoint } from '../../src/ledger/sign.ts';
import { extendTree } from '../../src/ledger/tree.ts';
import { openCheckpoint } from '../../src/ledger/proofs/checkpoint.ts';
import { verifyConsistency } from '../../src/ledger/proofs/merkle.ts';
import { checkReceipt } from '../../src/ledger/proofs/receipt.ts';
import { createSigner } from '../../src/ledger/proofs/signer.ts';
import { appendSteps, entryOf } from './helpers.ts';
import { CHANGE_ROW_2, openSigned, REWRITE, rootOfLatest, tamper } from './signed.ts';

describe('A checkpoint', () => {
  it('a checkpoint covers the current rows and is signed once for each size', async () => {
    const test = await openSigned();
    expect(await test.sign()).toEqual({ outcome: 'empty' });
    await appendSteps(test.ledger, 5);
    expect(await test.sign()).toEqual({ outcome: 'signed', size: 5 });
    expect(await test.sign()).toEqual({ outcome: 'unchanged', size: 5 });
    expect(await rootOfLatest(test)).toBe(await test.rootOf(5));
    const { note = '' } = (await latestCheckpoint(test.pool, 'team_a')) ?? {};
    expect(openCheckpoint(note, await test.keys())).toMatchObject({
      origin: 'pramaan.local/team_a',
      size: 5,
    });
  });

  it('a checkpoint covers the same tree however the rows were added to it', async () => {
    const test = await openSigned();
    await Promise.all(
      Array.from({ length: 1_300 }, async (_, step) =>
        test.ledger.append(entryOf(step, { ledgerRef: 'wf-many' })),
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 700 }), { maxLength: 6 }), async (parts) => {
        await tamper(test, 'TRUNCATE ledger_tiles, ledger_trees');
        let size = 0;
        for (const part of [...parts, 1_300]) {
          size = Math.min(size + part, 1_300);
          await extendTree(test.pool, 'team_a', size);
        }
        const { to } = await proveConsistency(test.pool, 'team_a', { from: 1_300, to: 1_300 });
        expect(to.root.toString('hex')).toBe(await test.rootOf(1_300));
      }),
      { numRuns: 8, examples: [[[256, 256]], [[255, 1, 1]], [[15, 1, 16, 1]]] },
    );
  });

  it('a consistency proof verifies for each pair of sizes, even across tile borders', async () => {
    const test = await openSigned();
    await Promise.all(
      Array.from({ length: 520 }, async (_, step) =>
        test.ledger.append(entryOf(step, { ledgerRef: 'wf-many' })),
      ),
    );
    await test.sign();
    for (const [from, to] of [
      [1, 520],
      [255, 256],
      [255, 257],
      [256, 512],
      [257, 511],
      [512, 520],
      [519, 520],
      [520, 520],
    ] as const) {
      const { from: earlier, to: later, proof } = await proveConsistency(test.pool, 'team_a', { from, to });
      expect(earlier.root.toString('hex')).toBe(await test.rootOf(from));
      const claim = { from, to, fromRoot: earlier.root, toRoot: later.root, proof };
      expect(verifyConsistency(claim)).toBe(true);
    }
  });

  it('a checkpoint carries a signature by every key in the ring, and retired keys remain published', async () => {
    const test = await openSigned();
    await appendSteps(test.ledger, 2);
    await test.sign();
    const [old] = test.parts.signers;
    const next = createSigner(randomBytes(32));
    const both = { ...test.parts, signers: [next, old!] };
    await test.rotate(next.publicKey, old!.publicKey);
    await appendSteps(test.ledger, 3);
    await signCheckpoint(both, 'team_a');
    const { note = '' } = (await latestCheckpoint(test.pool, 'team_a')) ?? {};
    for (const key of await test.keys()) expect(openCheckpoint(note, [key]).size).toBe(3);

    await test.rotate(next.publicKey);
    const published = await publishedKeys(test.pool, 'team_a');
    expect(
      published.map(({ key, retiredAt }) => [key.publicKey.equals(next.publicKey), retiredAt === null]),
    ).toEqual([
      [true, true],
      [false, false],
    ]);
    expect(
      openCheckpoint(
        note,
        published.slice(1).map(({ key }) => key),
      ).size,
    ).toBe(3);
  });

  it('a checkpoint is stored once when several workers sign at the same time', async () => {
    const test = await openSigned();
    await appendSteps(test.ledger, 20);
    const outcomes = await Promise.all(Array.from({ length: 8 }, test.sign));
    expect(outcomes.every(({ outcome }) => outcome === 'signed' || outcome === 'unchanged')).toBe(true);
    const { rows } = await test.pool.query('SELECT size::int, note FROM ledger_checkpoints');
    expect(rows).toHaveLength(1);
    expect(await rootOfLatest(test)).toBe(await test.rootOf(20));
  });

  it('a checkpoint signed during appends covers the rows present at that moment', async () => {
    const test = await openSigned();
    const appending = new AbortController();
    const signing = (async () => {
      while (!appending.signal.aborted) await test.sign();
    })();
    await Promise.all(
      Array.from({ length: 400 }, async (_, step) =>
        test.ledger.append(entryOf(step, { ledgerRef: `wf-${step % 7}` })),
      ),
    );
    appending.abort();
    await signing;
    await test.sign();
    const { rows } = await test.pool.query<{ size: number; root: Buffer }>(
      'SELECT size::int, root FROM ledger_checkpoints ORDER BY size',
    );
    expect(rows.at(-1)?.size).toBe(400);
    for (const { size, root } of rows) expect(root.toString('hex')).toBe(await test.rootOf(size));
  });
});

describe('A chain that does not verify', () => {
  it.each([
    ['with a row changed since the last checkpoint (A01)', [CHANGE_ROW_2], 1, 'row_hash'],
    ['rewritten before the last checkpoint, head included (A03)', [CHANGE_ROW_2, REWRITE], 4, 'prev_hash'],
    [
      'cut off below the last checkpoint (A14)',
      ["DELETE FROM agent_actions WHERE team_id = 'team_a' AND seq > 2", REWRITE],
      4,
      'row_hash',
    ],
    [
      'with a changed tree',
      ['UPDATE ledger_tiles SET hashes = set_byte(hashes, 40, 7 # get_byte(hashes, 40))'],
      4,
      'tree',
    ],
    ['with a missing tile', ['DELETE FROM ledger_tiles'], 4, 'tree'],
  ] as const)('the signer refuses a chain %s', async (_what, statements, signedRows, kind) => {
    const test = await openSigned();
    await appendSteps(test.ledger, signedRows);
    await test.sign();
    for (let step = signedRows + 1; step <= 6; step += 1) await test.ledger.append(entryOf(step));
    await tamper(test, ...statements);
    const refused = await test.sign();
    expect(refused).toMatchObject({
      outcome: 'refused',
      reason: expect.stringMatching(new RegExp(`^${kind}`)) as string,
    });
    const { rows } = await test.pool.query('SELECT team_id FROM ledger_refusals');
    expect(rows).toEqual([{ team_id: 'team_a' }]);
    expect((await latestCheckpoint(test.pool, 'team_a'))?.size).toBe(signedRows);
  });

  it('the signer signs again once the chain verifies', async () => {
    const test = await openSigned();
    await appendSteps(test.ledger, 3);
    await tamper(test, CHANGE_ROW_2);
    expect(await test.sign()).toMatchObject({ outcome: 'refused' });
    await tamper(test, CHANGE_ROW_2.replace("'Step', 'Stop'", "'Stop', 'Step'"));
    expect(await test.sign()).toEqual({ outcome: 'signed', size: 3 });
    expect((await test.pool.query('SELECT FROM ledger_refusals')).rowCount).toBe(0);
  });
});

describe('A receipt', () => {
  it('a receipt proves its ref’s rows and no others to anyone with the key', async () => {
    const test = await openSigned();
    for (let step = 0; step < 30; step += 1) {
      await test.ledger.append(entryOf(step, { ledgerRef: `wf-${step % 3}` }));
    }
    await test.sign();
    const { receipt, pending } = await test.prove('wf-1');
    expect(pending).toEqual([]);
    expect(checkReceipt(receipt!, await test.keys())).toMatchObject({ ok: true, checkpoint: { size: 30 } });
    expect(receipt!.rows.map(({ seq }) => seq)).toEqual(Array.from({ length: 10 }, (_, n) => n * 3 + 2));
    expect(JSON.stringify(receipt)).not.toMatch(/wf-0|wf-2/);
  });

  it('a receipt does not change when later checkpoints are signed', async () => {
    const test = await openSigned();
    await appendSteps(test.ledger, 3, { ledgerRef: 'wf-first' });
    await test.sign();
    const before = await test.prove('wf-first');
    await appendSteps(test.ledger, 9, { ledgerRef: 'wf-second' });
    await test.sign();
    expect(await test.prove('wf-first')).toEqual(before);
  });

  it('a receipt covers the signed rows of an unfinished ref and names the pending ones', async () => {
    const test = await openSigned();
    expect(await test.prove('wf-none')).toEqual({ receipt: null, pending: [] });
    await appendSteps(test.ledger, 2);
    expect(await test.prove('wf-1')).toEqual({ receipt: null, pending: [1, 2] });
    await test.sign();
    await appendSteps(test.ledger, 4);
    const { receipt, pending } = await test.prove('wf-1');
    expect([receipt?.rows.length, pending]).toEqual([2, [3, 4]]);
  });

  it('a receipt fails verification when any part of it is changed', async () => {
    const test = await openSigned();
    await appendSteps(test.ledger, 3, { ledgerRef: 'wf-other' });
    await appendSteps(test.ledger, 4);
    await test.sign();
    const { receipt } = await test.prove('wf-1');
    const keys = await test.keys();
    const [row] = receipt!.rows;
    const withRow = (change: object) => ({ ...receipt!, rows: [{ ...row!, ...change }] });
    expect(checkReceipt(withRow({}), keys).ok).toBe(true);
    const zero = '0'.repeat(64);
    const changed: readonly [string, object][] = [
      ['body', withRow({ body: row!.body.replace('Step', 'Stop') })],
      ['row_hash', withRow({ row_hash: zero })],
      ['prev_hash', withRow({ prev_hash: zero })],
      ['seq', withRow({ seq: row!.seq + 1 })],
      ['a shorter path', withRow({ inclusion: row!.inclusion.slice(1) })],
      ['another path', withRow({ inclusion: receipt!.rows[1]!.inclusion })],
      ['ledger_ref', { ...receipt!, ledger_ref: 'wf-9' }],
      ['team_id', { ...receipt!, team_id: 'team_b' }],
      ['origin', { ...receipt!, origin: 'elsewhere/team_a' }],
      ['no rows', { ...receipt!, rows: [] }],
      ['size', { ...receipt!, checkpoint: receipt!.checkpoint.replace('\n7\n', '\n8\n') }],
    ];
    for (const [what, forged] of changed) {
      expect(checkReceipt(forged as typeof receipt & object, keys).ok, what).toBe(false);
    }
    const stranger = createSigner(randomBytes(32));
    await publishKeys(test.admin, 'other', [stranger.publicKey]);
    const foreign = (await publishedKeys(test.pool, 'team_a')).filter(({ key }) =>
      key.name.startsWith('other'),
    );
    expect(
      checkReceipt(
        receipt!,
        foreign.map(({ key }) => key),
      ).ok,
    ).toBe(false);
  });

  it('a receipt is refused for a row that differs from the signed one', async () => {
    const test = await openSigned();
    await appendSteps(test.ledger, 5);
    await test.sign();
    await tamper(test, CHANGE_ROW_2, REWRITE);
    await expect(test.prove('wf-1')).rejects.toThrow(LedgerBrokenError);
  });
});

const INSUFFICIENT_PRIVILEGE = '42501';

describe('The service’s role', () => {
  it.each([
    ['change a checkpoint', "UPDATE ledger_checkpoints SET note = 'x'"],
    ['delete a checkpoint', 'DELETE FROM ledger_checkpoints'],
    ['truncate checkpoints', 'TRUNCATE ledger_checkpoints CASCADE'],
    ['write into the tree', "INSERT INTO ledger_tiles VALUES ('team_a', 0, 9, sha256(''))"],
    ['change the tree', 'UPDATE ledger_tiles SET hashes = hashes'],
    ['shrink the tree', 'UPDATE ledger_trees SET size = 0'],
    ['delete the tree', 'DELETE FROM ledger_tiles'],
    ['change a cosignature', "UPDATE ledger_cosignatures SET line = 'x'"],
    ['unpublish a key', 'DELETE FROM ledger_keys'],
    [
      'store a checkpoint over missing rows',
      'INSERT INTO ledger_checkpoints SELECT team_id, 999, origin, root, note, last_row_hash FROM ledger_checkpoints',
    ],
    [
      'store a checkpoint with another last row',
      "INSERT INTO ledger_checkpoints SELECT team_id, 1, origin, root, note, sha256('') FROM ledger_checkpoints",
    ],
    ['swap a key', "UPDATE ledger_keys SET public_key = sha256('')"],
  ])('the role cannot %s', async (_what, statement) => {
    const test = await openSigned();
    await appendSteps(test.ledger, 2);
    await test.sign();
    const error: unknown = await test.pool.query(statement).catch((reason: unknown) => reason);
    expect((error as pg.DatabaseError).code).toBe(INSUFFICIENT_PRIVILEGE);
  });
});

describe('The ledger’s owner', () => {
  it.each([
    ['change a checkpoint', "UPDATE ledger_checkpoints SET note = 'x'"],
    ['delete a checkpoint', 'DELETE FROM ledger_checkpoints'],
    [
      'change a hash of the tree',
      'UPDATE ledger_tiles SET hashes = set_byte(hashes, 0, 255 - get_byte(hashes, 0))',
    ],
    ['shorten a tile', 'UPDATE ledger_tiles SET hashes = substr(hashes, 1, 32)'],
    ['delete a tile', 'DELETE FROM ledger_tiles'],
    ['shrink the tree', 'UPDATE ledger_trees SET size = 1'],
  ])('the owner cannot %s with a plain statement', async (_what, statement) => {
    const test = await openSigned();
    await appendSteps(test.ledger, 2);
    await test.sign();
    await test.admin.query('SET ROLE pramaan_ledger');
    const error: unknown = await test.admin.query(statement).catch((reason: unknown) => reason);
    expect((error as pg.DatabaseError).code).toBe(INSUFFICIENT_PRIVILEGE);
  });
});
