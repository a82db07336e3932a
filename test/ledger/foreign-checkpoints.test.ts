import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { describe, expect, it } from 'vitest';
import { teamsToSign } from '../../src/ledger/due.ts';
import { publishedKeys, publishKeys } from '../../src/ledger/log-keys.ts';
import { proveConsistency } from '../../src/ledger/prove.ts';
import { latestSigned } from '../../src/ledger/signed-checkpoints.ts';
import { signCheckpoint } from '../../src/ledger/sign.ts';
import { extendTree } from '../../src/ledger/tree.ts';
import { formatCheckpoint } from '../../src/ledger/proofs/checkpoint.ts';
import { checkReceipt } from '../../src/ledger/proofs/receipt.ts';
import { createSigner, signNote } from '../../src/ledger/proofs/signer.ts';
import { pramaan } from '../cli/run.ts';
import { bySomeKey } from '../helpers/actors.ts';
import { appendSteps } from './helpers.ts';
import { openSigned, ORIGIN_BASE, type Signed, tamper } from './signed.ts';

const ORIGIN = `${ORIGIN_BASE}/team_a`;
const DENIED = { code: '42501' };

interface Forgery {
  readonly origin?: string;
  readonly root?: Buffer;
  readonly note?: (note: string) => string;
}

/**
 * Returns a note that a process with the service's role could write: its signature line names a real key, but the signature is
 * random.
 */
const forgedNote = (
  test: Signed,
  { origin = ORIGIN, size, root }: { readonly origin?: string; readonly size: number; readonly root: Buffer },
): string => {
  const [{ publicKey } = { publicKey: Buffer.alloc(32) }] = test.parts.signers;
  const signer = { publicKey, sign: () => randomBytes(64) };
  return signNote(formatCheckpoint({ origin, size, root }), origin, [signer]);
};

/** Stores a checkpoint that covers all rows, using the service's role. */
const forge = async (test: Signed, { origin = ORIGIN, root, note = (text) => text }: Forgery = {}) => {
  const { rows } = await test.pool.query<{ seq: number; row_hash: Buffer }>(
    "SELECT seq, row_hash FROM ledger_heads WHERE team_id = 'team_a'",
  );
  const { seq: size, row_hash: last } = rows[0]!;
  await extendTree(test.pool, 'team_a', size);
  const own = root ?? Buffer.from(await test.rootOf(size), 'hex');
  return test.pool.query(
    `INSERT INTO ledger_checkpoints (team_id, size, origin, root, note, last_row_hash, created_at)
     VALUES ('team_a', $1, $2, $3, $4, $5, '2020-01-01')`,
    [size, origin, own, note(forgedNote(test, { origin, size, root: own })), last],
  );
};

describe('A checkpoint stored by the service’s role', () => {
  it.each<[string, Forgery]>([
    ['has a different root from the rows', { root: Buffer.alloc(32, 7) }],
    ['has a free-text note', { note: () => 'junk' }],
    ['has a note without a signature line', { note: (note) => note.slice(0, note.indexOf('—')) }],
    ['has a note that does not end its last line', { note: (note) => note.trimEnd() }],
    ['has a note of another size', { note: (note) => note.replace('\n3\n', '\n4\n') }],
    ['has a note of another origin', { note: (note) => note.replace(ORIGIN, 'elsewhere/team_a') }],
    ['belongs to another team’s log', { origin: `${ORIGIN_BASE}/team_b` }],
    ['belongs to a log without a key', { origin: 'elsewhere/team_a' }],
    ['has a signature line of an unpublished key', { note: (note) => note.replace(/ [\w+/]{6}/, ' AAAAAA') }],
    ['has an extra line that is not a signature', { note: (note) => `${note}— x y\n` }],
  ])('the database refuses a checkpoint that %s', async (_, forgery) => {
    const test = await openSigned();
    await appendSteps(test.ledger, 3);
    await expect(forge(test, forgery)).rejects.toMatchObject({
      code: expect.stringMatching(/42501|22/) as string,
    });
    expect(await test.sign()).toEqual({ outcome: 'signed', size: 3 });
  });

  it('signing skips and reports a checkpoint with a false signature and signs the chain once it grows', async () => {
    const test = await openSigned();
    await appendSteps(test.ledger, 3);
    await test.sign();
    await appendSteps(test.ledger, 5);
    await forge(test);
    const foreign: unknown[] = [];
    const parts = { ...test.parts, onForeign: (found: unknown) => foreign.push(found) };

    expect(await teamsToSign(test.pool, { after: '', limit: 10 })).toEqual(['team_a']);
    expect(await signCheckpoint(parts, 'team_a')).toMatchObject({
      outcome: 'refused',
      reason: expect.stringMatching(
        /^checkpoint: no key of the log signed the stored one over 5 rows/,
      ) as string,
    });
    expect(foreign).toEqual([{ teamId: 'team_a', sizes: [5] }]);
    await appendSteps(test.ledger, 6);
    expect(await signCheckpoint(parts, 'team_a')).toEqual({ outcome: 'signed', size: 6 });
    expect(await teamsToSign(test.pool, { after: '', limit: 10 })).toEqual([]);
    expect((await latestSigned(test.pool, 'team_a')).checkpoint?.size).toBe(6);
  });

  it('receipts and consistency proofs ignore a checkpoint with a false signature', async () => {
    const test = await openSigned();
    await appendSteps(test.ledger, 3);
    await test.sign();
    await appendSteps(test.ledger, 5);
    await forge(test);
    const { receipt, pending } = await test.prove('wf-1');
    expect(checkReceipt(receipt!, await test.keys())).toMatchObject({ ok: true, checkpoint: { size: 3 } });
    expect(pending).toEqual([4, 5]);
    const { checkpoint } = await proveConsistency(test.pool, 'team_a', { from: 3, to: 5 });
    expect(checkpoint).toBeUndefined();
  });

  it('the database dates a stored checkpoint by its own clock', async () => {
    const test = await openSigned();
    await appendSteps(test.ledger, 3);
    await forge(test);
    const { rows } = await test.pool.query<{ young: boolean }>(
      "SELECT created_at > now() - interval '1 minute' AS young FROM ledger_checkpoints",
    );
    expect(rows).toEqual([{ young: true }]);
  });

  it('the owner can set a false checkpoint aside, which is recorded, and the signer then signs the rows', async () => {
    const test = await openSigned();
    await appendSteps(test.ledger, 3);
    await forge(test);
    const setAside = async (size: string) =>
      pramaan(
        { DATABASE_MIGRATION_URL: test.database.adminUrl },
        'ledger',
        'set-aside',
        '--team',
        'a',
        '--size',
        size,
        '--reason',
        'a test',
        '--json',
      );
    await expect(
      test.admin.query('SET ROLE pramaan_ledger; DELETE FROM ledger_checkpoints'),
    ).rejects.toMatchObject(DENIED);
    await test.admin.query('RESET ROLE');
    expect((await setAside('3')).code).toBe(0);
    const entries = await test.ledger.read('team_a', 'checkpoint-3');
    expect(entries).toMatchObject([{ action: 'ledger.set_aside', detail: { size: 3 } }]);
    const { rows } = await test.pool.query('SELECT size::int, reason FROM ledger_checkpoints_set_aside');
    expect(rows).toEqual([{ size: 3, reason: 'a test' }]);
    expect(await test.sign()).toEqual({ outcome: 'signed', size: 4 });
    // A checkpoint that is signed by one of the log's keys cannot be set aside.
    expect((await setAside('4')).code).toBe(1);
    expect((await latestSigned(test.pool, 'team_a')).checkpoint?.size).toBe(4);
  });

  it('a checkpoint altered by an administrator does not stop signing either', async () => {
    const test = await openSigned();
    await appendSteps(test.ledger, 4);
    await test.sign();
    await appendSteps(test.ledger, 6);
    await tamper(test, "UPDATE ledger_checkpoints SET note = replace(note, 'pramaan', 'qramaan')");
    expect(await test.sign()).toEqual({ outcome: 'signed', size: 6 });
  });
});

describe('The log’s keys', () => {
  const other = createSigner(Buffer.alloc(32, 5)).publicKey;

  it.each<[string, string]>([
    [
      'insert a key',
      "INSERT INTO ledger_keys (origin_base, public_key) VALUES ('pramaan.local', sha256('x'))",
    ],
    ['retire a key', 'UPDATE ledger_keys SET retired_at = now()'],
    ['redate a key', 'UPDATE ledger_keys SET published_at = now()'],
    [
      'publish keys by the owner’s function',
      "SELECT publish_ledger_keys('pramaan.local', ARRAY[sha256('x')])",
    ],
    ['set a checkpoint aside', "SELECT set_aside_ledger_checkpoint('team_a', 1, 'x')"],
    [
      'write to the checkpoints set aside',
      "INSERT INTO ledger_checkpoints_set_aside SELECT *, 'x' FROM ledger_checkpoints",
    ],
  ])('the service’s role cannot %s', async (_, statement) => {
    const { pool } = await openSigned();
    await expect(pool.query(statement)).rejects.toMatchObject(DENIED);
  });

  it('the service publishes the first keys and only the owner publishes later ones', async () => {
    const test = await openSigned();
    await expect(publishKeys(test.pool, ORIGIN_BASE, [other])).rejects.toMatchObject(DENIED);
    const states = async () =>
      (await publishedKeys(test.pool, 'team_a')).map(({ key, retiredAt }) => [
        key.publicKey,
        retiredAt === null,
      ]);
    const [first] = test.parts.signers;
    expect(await states()).toEqual([[first!.publicKey, true]]);
    // Publishing the same keys again changes nothing.
    await test.publish();
    await test.rotate(other);
    expect(await states()).toEqual([
      [other, true],
      [first!.publicKey, false],
    ]);
  });

  it('the command line publishes keys with the owner’s rights', async () => {
    const test = await openSigned();
    const ran = await pramaan(
      {
        DATABASE_URL: test.database.url,
        DATABASE_MIGRATION_URL: test.database.adminUrl,
        TEMPORAL_ADDRESS: '127.0.0.1:1',
        ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
        LEDGER_SIGNING_KEYS: `c1:${Buffer.alloc(32, 5).toString('base64')}`,
        LEDGER_ORIGIN: ORIGIN_BASE,
      },
      'ledger',
      'publish-keys',
      '--json',
    );
    expect(ran.code).toBe(0);
    expect(JSON.parse(ran.stdout)).toMatchObject({ keys: [other.toString('base64')] });
  });

  it('a worker signs nothing with keys that the owner has not published', async () => {
    const test = await openSigned();
    await appendSteps(test.ledger, 2);
    const stranger = { ...test.parts, signers: [createSigner(Buffer.alloc(32, 5))] };
    expect(await signCheckpoint(stranger, 'team_a')).toMatchObject({
      outcome: 'refused',
      reason: expect.stringMatching(/^keys: none of this worker’s signing keys is published/) as string,
    });
    const both = { ...test.parts, signers: [...stranger.signers, ...test.parts.signers] };
    expect(await signCheckpoint(both, 'team_a')).toEqual({ outcome: 'signed', size: 2 });
  });
});

describe('The root that the database computes', () => {
  it('the root matches RFC 9162 at every size', async () => {
    const test = await openSigned();
    await Promise.all(
      Array.from({ length: 300 }, async (_, step) =>
        test.ledger.append({
          teamId: 'team_a',
          ledgerRef: 'wf-many',
          step,
          action: 'pii.scan',
          governance: 'none',
          summary: 'x',
          detail: {},
          actor: bySomeKey,
        }),
      ),
    );
    await extendTree(test.pool, 'team_a', 300);
    const { rows } = await test.admin.query<{ size: number; root: Buffer }>(
      "SELECT n::int AS size, ledger_tree_root('team_a', n) AS root FROM generate_series(1, 300) AS n",
    );
    for (const { size, root } of rows) {
      if (size % 37 === 0 || size > 254 || size < 34)
        expect(root.toString('hex')).toBe(await test.rootOf(size));
    }
    expect(
      (await test.admin.query<pg.QueryResultRow>("SELECT ledger_tree_root('team_a', 301) AS root")).rows,
    ).toEqual([{ root: null }]);
  });
});
