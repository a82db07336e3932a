import type pg from 'pg';
import { isSigned, keysOfLog } from '../signed-checkpoints.ts';
import { GrowingTree } from '../proofs/growing-tree.ts';
import { leafHash } from '../proofs/merkle.ts';
import { AuditFindingError } from './finding.ts';
import { peaksOf } from './tree-proofs.ts';

type Pool = Pick<pg.Pool, 'query'>;

interface SignedSize {
  readonly size: number;
  readonly origin: string;
  readonly root: Buffer;
  readonly note: string;
}

const BATCH = 10_000;

/**
 * Rebuilds the tree from the rows and compares its root with every stored checkpoint, so that the check trusts neither the stored
 * tree nor any single checkpoint.
 * @returns the number of signed checkpoints, and the size of the largest
 * @throws AuditFindingError when the rows are not the signed ones, or a stored checkpoint was not signed by one of the log's keys
 */
export const checkSignedRoots = async (
  pool: Pool,
  teamId: string,
): Promise<{ readonly checkpoints: number; readonly covered: number }> => {
  const signed = await signedSizes(pool, teamId);
  const covered = signed.at(-1)?.size ?? 0;
  let { tree, after } = await startOf(pool, teamId);
  const waiting = signed.filter(({ size }) => size > after);
  while (after < covered) {
    const { rows } = await pool.query<{ seq: number; row_hash: Buffer }>(
      `SELECT seq, row_hash FROM agent_actions WHERE team_id = $1 AND seq > $2 AND seq <= $3 ORDER BY seq LIMIT ${BATCH}`,
      [teamId, after, covered],
    );
    for (const { seq, row_hash: hash } of rows) {
      tree.append(leafHash(hash));
      if (waiting[0]?.size !== seq) continue;
      if (!waiting[0].root.equals(tree.root())) {
        throw new AuditFindingError(
          'checkpoint_root',
          after + 1,
          `the rows up to ${seq} differ from those that the checkpoint covers`,
        );
      }
      waiting.shift();
    }
    const last = rows.at(-1)?.seq;
    if (last === undefined) {
      throw new AuditFindingError(
        'truncated',
        after + 1,
        `a checkpoint covers ${covered} rows, but the last row is ${after}`,
      );
    }
    after = last;
  }
  return { checkpoints: signed.length, covered };
};

/**
 * Returns a team's checkpoints, smallest first.
 * @throws AuditFindingError when one of them was not signed by one of the log's keys
 */
const signedSizes = async (pool: Pool, teamId: string): Promise<readonly SignedSize[]> => {
  const keys = await keysOfLog(pool, teamId);
  const { rows } = await pool.query<SignedSize>(
    'SELECT size, origin, root, note FROM ledger_checkpoints WHERE team_id = $1 ORDER BY size',
    [teamId],
  );
  const foreign = rows.find((row) => !isSigned({ ...row, ownNote: row.note }, keys));
  if (foreign !== undefined) {
    throw new AuditFindingError(
      'checkpoint_signature',
      null,
      `no key of the log has signed the stored checkpoint over ${foreign.size} rows`,
    );
  }
  return rows;
};

/**
 * Returns where the stored rows begin. Takes the tree over pruned rows from the database and compares its root with the signed
 * one.
 * @throws AuditFindingError when that tree does not match the signed root
 */
const startOf = async (
  pool: Pool,
  teamId: string,
): Promise<{ readonly tree: GrowingTree; readonly after: number }> => {
  const { rows } = await pool.query<{ size: number; root: Buffer | null }>(
    `SELECT s.last_seq AS size, c.root FROM ledger_segments AS s
     LEFT JOIN ledger_checkpoints AS c ON c.team_id = s.team_id AND c.size = s.last_seq
     WHERE s.team_id = $1 AND s.pruned_at IS NOT NULL ORDER BY s.last_seq DESC LIMIT 1`,
    [teamId],
  );
  const [base] = rows;
  if (base === undefined) return { tree: new GrowingTree(), after: 0 };
  const peaks = await peaksOf(pool, teamId, base.size);
  const tree = GrowingTree.from(
    base.size,
    (peaks ?? []).map((hash) => Buffer.from(hash, 'base64')),
  );
  if (tree === undefined || base.root === null || !base.root.equals(tree.root())) {
    throw new AuditFindingError(
      'base',
      base.size,
      `the sealed rows up to ${base.size} differ from the signed ones`,
    );
  }
  return { tree, after: base.size };
};
