import { randomBytes } from 'node:crypto';
import { latestCheckpoint } from '../../src/ledger/checkpoints.ts';
import { publishedKeys, publishKeys } from '../../src/ledger/log-keys.ts';
import { proveEntries } from '../../src/ledger/prove.ts';
import { signCheckpoint } from '../../src/ledger/sign.ts';
import { GrowingTree } from '../../src/ledger/proofs/growing-tree.ts';
import { leafHash } from '../../src/ledger/proofs/merkle.ts';
import { createSigner } from '../../src/ledger/proofs/signer.ts';
import { openLedger } from './helpers.ts';

export const ORIGIN_BASE = 'pramaan.local';

/** Opens a ledger with one team and signing keys. */
export const openSigned = async () => {
  const test = await openLedger();
  const { pool } = test.database;
  const signers = [createSigner(randomBytes(32))];
  const parts = { pool, originBase: ORIGIN_BASE, signers };
  const publish = async (): Promise<boolean> =>
    publishKeys(
      pool,
      ORIGIN_BASE,
      parts.signers.map(({ publicKey }) => publicKey),
    );
  await publish();
  return {
    ...test,
    pool,
    parts,
    publish,
    /** Rotates the keys as an administrator with the owner's rights does. */
    rotate: async (...publicKeys: readonly Buffer[]) => publishKeys(test.admin, ORIGIN_BASE, publicKeys),
    sign: async () => signCheckpoint(parts, 'team_a'),
    signTeam: async (teamId: string) => signCheckpoint(parts, teamId),
    keys: async () => (await publishedKeys(pool, 'team_a')).map(({ key }) => key),
    prove: async (ledgerRef: string) =>
      proveEntries(pool, {
        teamId: 'team_a',
        ledgerRef,
        entries: await test.ledger.read('team_a', ledgerRef),
      }),
    /** Returns the root of the first `size` rows, computed without the stored tree. */
    rootOf: async (size: number): Promise<string> => {
      const { rows } = await pool.query<{ row_hash: Buffer }>(
        'SELECT row_hash FROM agent_actions WHERE team_id = $1 AND seq <= $2 ORDER BY seq',
        ['team_a', size],
      );
      const tree = new GrowingTree();
      for (const { row_hash } of rows) tree.append(leafHash(row_hash));
      return Buffer.from(tree.root()).toString('hex');
    },
  };
};

export type Signed = Awaited<ReturnType<typeof openSigned>>;

export const rootOfLatest = async ({ pool }: Signed): Promise<string | undefined> =>
  (await latestCheckpoint(pool, 'team_a'))?.root.toString('hex');

/** Runs statements as a database administrator could, with triggers off and without the hash CHECK. */
export const tamper = async ({ admin }: Signed, ...statements: readonly string[]): Promise<void> => {
  await admin.query("SET session_replication_role = 'replica'");
  await admin.query('ALTER TABLE agent_actions DROP CONSTRAINT IF EXISTS agent_actions_hash');
  for (const statement of statements) await admin.query(statement);
  await admin.query("SET session_replication_role = 'origin'");
};

/** Rewrites the chain from a given row on, including the head, which verification inside the database cannot detect. */
export const REWRITE = `
  DO $$
  DECLARE
    last bytea := ledger_genesis('team_a');
    r record;
  BEGIN
    FOR r IN SELECT seq, body FROM agent_actions WHERE team_id = 'team_a' ORDER BY seq LOOP
      UPDATE agent_actions SET prev_hash = last, row_hash = sha256(last || convert_to(r.body, 'UTF8'))
        WHERE team_id = 'team_a' AND seq = r.seq;
      last := sha256(last || convert_to(r.body, 'UTF8'));
    END LOOP;
    UPDATE ledger_heads SET row_hash = last, seq = (SELECT max(seq) FROM agent_actions WHERE team_id = 'team_a')
      WHERE team_id = 'team_a';
  END $$`;
export const CHANGE_ROW_2 = `UPDATE agent_actions SET body = replace(body, 'Step', 'Stop') WHERE team_id = 'team_a' AND seq = 2`;
