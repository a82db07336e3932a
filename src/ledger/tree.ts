import type pg from 'pg';
import { HASH_BYTES, nodeHash } from './proofs/merkle.ts';
import { type NodeId, type NodeLookup, nodesOf, type Range, rootOf } from './proofs/prover.ts';
import { LedgerBrokenError } from './errors.ts';

/** Tree levels per tile; a tile holds 16 hashes (sql/0008_ledger_checkpoints.sql). */
const TILE_HEIGHT = 4;
const TILE_WIDTH = 2 ** TILE_HEIGHT;

/** Maximum number of rows to add to the tree per statement, so that each finishes within the pool's statement_timeout. */
const ROWS_AT_A_TIME = 50_000;

type Queries = Pick<pg.Pool, 'query'>;

/** Extends a team's tree to `size` rows and ignores later ones. Does not verify the rows. */
export const extendTree = async (pool: Queries, teamId: string, size: number): Promise<void> => {
  let reached = await treeSize(pool, teamId);
  while (reached < size) {
    const { rows } = await pool.query<{ size: number | string }>(
      'SELECT extend_ledger_tree($1, $2) AS size',
      [teamId, Math.min(ROWS_AT_A_TIME, size - reached)],
    );
    const now = Number(rows[0]?.size ?? 0);
    if (now <= reached) throw new LedgerBrokenError('tree: the chain has no more rows to add');
    reached = now;
  }
};

const treeSize = async (pool: Queries, teamId: string): Promise<number> => {
  const { rows } = await pool.query<{ size: number | string }>(
    'SELECT size FROM ledger_trees WHERE team_id = $1',
    [teamId],
  );
  return Number(rows[0]?.size ?? 0);
};

interface TileId {
  readonly level: number;
  readonly n: number;
}

/** Returns the tile that holds the hashes below a node, and the position of those hashes in the tile. */
const placeOf = ({
  level,
  n,
}: NodeId): { readonly tile: TileId; readonly first: number; readonly depth: number } => {
  const depth = level % TILE_HEIGHT;
  const first = n * 2 ** depth;
  const tile = { level: Math.floor(level / TILE_HEIGHT), n: Math.floor(first / TILE_WIDTH) };
  return { tile, first: first % TILE_WIDTH, depth };
};

const nameOf = ({ level, n }: TileId | NodeId): string => `${level}/${n}`;

/**
 * Reads the tiles needed for some ranges of a team's leaves in one statement, and returns a function that computes the ranges'
 * roots. Tiles only grow, so the result is valid for every checkpoint that covers the ranges, even if rows are appended in the
 * meantime.
 * @throws LedgerBrokenError when the tree lacks the hashes
 */
export const rangeRoots = async (
  pool: Queries,
  teamId: string,
  ranges: readonly Range[],
): Promise<(range: Range) => Uint8Array> => {
  const needed = new Map<string, TileId>();
  for (const range of ranges) {
    for (const node of nodesOf(range)) {
      const { tile } = placeOf(node);
      needed.set(nameOf(tile), tile);
    }
  }
  const wanted = [...needed.values()];
  const { rows } = await pool.query<TileId & { readonly hashes: Buffer }>(
    // Uses LATERAL with LIMIT because a plain join would be planned from statistics, which a recently grown table lacks.
    `SELECT wanted.level, wanted.n, t.hashes FROM unnest($2::smallint[], $3::bigint[]) AS wanted (level, n)
     CROSS JOIN LATERAL (
       SELECT hashes FROM ledger_tiles WHERE team_id = $1 AND level = wanted.level AND n = wanted.n LIMIT 1) AS t`,
    [teamId, wanted.map(({ level }) => level), wanted.map(({ n }) => n)],
  );
  const tiles = new Map(rows.map(({ level, n, hashes }) => [nameOf({ level, n }), hashes]));
  const lookup = createLookup(tiles);
  return (range) => rootOf(range, lookup);
};

const createLookup = (tiles: ReadonlyMap<string, Buffer>): NodeLookup => {
  const known = new Map<string, Uint8Array>();
  const lookup: NodeLookup = (node) => {
    const name = nameOf(node);
    const root = known.get(name) ?? compute(node);
    known.set(name, root);
    return root;
  };
  const compute = (node: NodeId): Uint8Array => {
    const { tile, first, depth } = placeOf(node);
    if (depth > 0) {
      const child = { level: node.level - 1, n: node.n * 2 };
      return nodeHash(lookup(child), lookup({ ...child, n: child.n + 1 }));
    }
    const hash = tiles.get(nameOf(tile))?.subarray(first * HASH_BYTES, (first + 1) * HASH_BYTES);
    if (hash?.length !== HASH_BYTES) throw new LedgerBrokenError('tree: hashes are missing');
    return hash;
  };
  return lookup;
};
