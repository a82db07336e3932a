import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { expect, inject, it, onTestFinished } from 'vitest';
import { catalogChanges } from '../../src/ledger/audit/catalog-changes.ts';
import { checkTeam } from '../../src/ledger/audit/check.ts';
import { KeyRing } from '../../src/store/crypto/key-ring.ts';
import { createDatabase, createPool } from '../../src/store/db/client.ts';
import { migrate } from '../../src/store/db/migrate.ts';
import { createLedger } from '../../src/ledger/index.ts';
import { signCheckpoint } from '../../src/ledger/sign.ts';
import { formatCheckpoint } from '../../src/ledger/proofs/checkpoint.ts';
import { GrowingTree } from '../../src/ledger/proofs/growing-tree.ts';
import { leafHash } from '../../src/ledger/proofs/merkle.ts';
import { createSigner, signNote } from '../../src/ledger/proofs/signer.ts';
import { appendSteps, entryOf } from './helpers.ts';

const SQL = new URL('../../sql/', import.meta.url);
/** The last migration of the release from which the test upgrades. */
const RELEASED = '0019';

const withName = (url: string, name: string): string => {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
};

/** Opens a database as that release created it. */
const openReleased = async () => {
  const name = `upgrade_${randomBytes(6).toString('hex')}`;
  const server = new pg.Client({ connectionString: inject('postgresAdminUrl') });
  await server.connect();
  await server.query(`CREATE DATABASE ${name}`);
  const adminUrl = withName(inject('postgresAdminUrl'), name);
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query(
    'CREATE TABLE schema_migrations (name text PRIMARY KEY, content_hash text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())',
  );
  const files = (await readdir(SQL)).filter(
    (file) => /^\d{4}_\w+\.sql$/.test(file) && file.slice(0, 4) <= RELEASED,
  );
  for (const file of files.toSorted()) {
    const text = await readFile(new URL(file, SQL), 'utf8');
    await admin.query(`BEGIN; ${text}; COMMIT`);
    const hash = createHash('sha256').update(text).digest('hex');
    await admin.query('INSERT INTO schema_migrations (name, content_hash) VALUES ($1, $2)', [file, hash]);
  }
  const pool = createPool(withName(inject('postgresUrl'), name), { onIdleError: () => undefined });
  onTestFinished(async () => {
    await pool.end();
    await admin.end();
    await server.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await server.end();
  });
  return { adminUrl, admin, pool };
};

it('an installation with rows, keys, checkpoints and marks continues under the new rules after the upgrade', async () => {
  const { adminUrl, admin, pool } = await openReleased();
  const ledger = createLedger({ pool });
  await admin.query("INSERT INTO teams (id, name) VALUES ('team_a', 'a')");
  await appendSteps(ledger, 5);
  // Inserts what the old release's worker left behind: its key, a checkpoint, and audit marks that somebody has moved too far
  // ahead.
  const signer = createSigner(randomBytes(32));
  await pool.query("INSERT INTO ledger_keys (origin_base, public_key) VALUES ('pramaan.local', $1)", [
    signer.publicKey,
  ]);
  await pool.query("SELECT extend_ledger_tree('team_a', 5)");
  const { rows } = await pool.query<{ row_hash: Buffer }>('SELECT row_hash FROM agent_actions ORDER BY seq');
  const tree = new GrowingTree();
  for (const { row_hash: hash } of rows) tree.append(leafHash(hash));
  const origin = 'pramaan.local/team_a';
  const root = Buffer.from(tree.root());
  await pool.query(
    "INSERT INTO ledger_checkpoints (team_id, size, origin, root, note, last_row_hash) VALUES ('team_a', 5, $1, $2, $3, $4)",
    [
      origin,
      root,
      signNote(formatCheckpoint({ origin, size: 5, root }), origin, [signer]),
      rows.at(-1)?.row_hash,
    ],
  );
  await pool.query(`
    INSERT INTO ledger_checks VALUES ('team_a', now(), 'infinity', 5, true);
    INSERT INTO ledger_reconciliations VALUES ('a queue', 'infinity');
    INSERT INTO ledger_reconciled_rows VALUES ('team_a', 1000000);
    INSERT INTO ledger_shipments (team_id, witness, state, size, tried_at) VALUES ('team_a', 'w', 'delivered', 1000000, 'infinity')`);

  expect(await migrate(adminUrl)).toEqual(expect.arrayContaining(['0025_ledger_bookkeeping.sql']));

  expect(await catalogChanges(pool)).toEqual([]);
  const marks =
    await pool.query(`SELECT (SELECT full_at FROM ledger_checks), (SELECT seq::int FROM ledger_reconciled_rows),
    (SELECT until <= now() FROM ledger_reconciliations) AS until, (SELECT size::int FROM ledger_shipments)`);
  expect(marks.rows).toEqual([{ full_at: null, seq: 5, until: true, size: 5 }]);

  await ledger.append(entryOf(6));
  const parts = { pool, originBase: 'pramaan.local', signers: [signer] };
  expect(await signCheckpoint(parts, 'team_a')).toEqual({ outcome: 'signed', size: 6 });
  expect(await ledger.verify('team_a')).toMatchObject({ ok: true, checked: 6 });
  const vaultRing = new KeyRing([{ id: 'k1', key: Buffer.alloc(32, 7) }], 'case-vault');
  const { check } = await checkTeam({ pool, db: createDatabase(pool), ledger, vaultRing }, 'team_a', {
    full: false,
  });
  expect(check).toMatchObject({ ok: true });

  for (const statement of [
    "INSERT INTO ledger_keys (origin_base, public_key) VALUES ('pramaan.local', sha256('x'))",
    'UPDATE ledger_keys SET retired_at = now()',
    "UPDATE ledger_checks SET full_at = 'infinity'",
    'UPDATE ledger_reconciled_rows SET seq = 1000000',
    "INSERT INTO ledger_checkpoints SELECT team_id, 4, origin, root, 'junk', last_row_hash FROM ledger_checkpoints LIMIT 1",
  ]) {
    await expect(pool.query(statement), statement).rejects.toMatchObject({ code: '42501' });
  }
  await ledger.close();
});
