import type pg from 'pg';
import { genesisOf } from './chain-check.ts';
import type { HeaderLine } from './export-line.ts';
import { NothingToExportError, type Selection } from './selection.ts';

type Pool = Pick<pg.Pool, 'query'>;
type Place = NonNullable<HeaderLine['head']>;

/** The rows to read, fixed when an export begins. */
export interface Extent {
  /** seq of the first row to read; -Infinity for all rows. */
  readonly first: number;
  readonly last: number;
  readonly ref: string | undefined;
  readonly head: Place | null;
  /** The row before the first one; null if the rows are not consecutive. */
  readonly after: Place | null;
  /** The last pruned row, if the export begins after it. */
  readonly sealed: Place | null;
}

interface Ends {
  readonly head_seq: number | null;
  readonly head_hash: string | null;
  readonly last: number | null;
  readonly sealed_seq: number | null;
  readonly sealed_hash: string | null;
  readonly segment_seq: number | null;
  readonly segment_hash: string | null;
}

/** Reads the head, the last row and the last segment in one snapshot, so that a concurrent append cannot make them disagree. */
const readEnds = async (pool: Pool, teamId: string): Promise<Ends> => {
  const { rows } = await pool.query<Ends>(
    `SELECT h.seq AS head_seq, encode(h.row_hash, 'hex') AS head_hash, p.last_seq AS sealed_seq,
       encode(p.last_hash, 'hex') AS sealed_hash, s.last_seq AS segment_seq, encode(s.last_hash, 'hex') AS segment_hash,
       (SELECT max(seq) FROM agent_actions WHERE team_id = $1) AS last
     FROM (SELECT) AS one
     LEFT JOIN ledger_heads AS h ON h.team_id = $1
     LEFT JOIN LATERAL (SELECT * FROM ledger_segments WHERE team_id = $1 AND pruned_at IS NOT NULL
       ORDER BY last_seq DESC LIMIT 1) AS p ON true
     LEFT JOIN LATERAL (SELECT * FROM ledger_segments WHERE team_id = $1 ORDER BY last_seq DESC LIMIT 1) AS s ON true`,
    [teamId],
  );
  return rows[0]!;
};

const placeOf = (seq: number | null, rowHash: string | null): Place | null =>
  seq === null || rowHash === null ? null : { seq, row_hash: rowHash };

/** Determines which rows a selection covers. @throws NothingToExportError when a segment's rows are not in the database */
export const readExtent = async (pool: Pool, teamId: string, selection: Selection): Promise<Extent> => {
  const ends = await readEnds(pool, teamId);
  const head = placeOf(ends.head_seq, ends.head_hash);
  const sealed = placeOf(ends.sealed_seq, ends.sealed_hash);
  const genesis: Place = { seq: 0, row_hash: genesisOf(teamId) };
  const last = ends.last ?? sealed?.seq ?? 0;
  const whole = { head, last, ref: undefined, after: sealed ?? genesis, sealed };
  // Starts below row 1, so that a row smuggled in before it is noticed.
  if (selection.kind === 'chain') return { ...whole, first: Number.NEGATIVE_INFINITY };
  if (selection.kind === 'ref') {
    return { ...whole, first: Number.NEGATIVE_INFINITY, ref: selection.ref, after: null, sealed: null };
  }
  if (selection.kind === 'segment') {
    const before = placeOf(ends.segment_seq, ends.segment_hash);
    const first = (before?.seq ?? 0) + 1;
    if (selection.last < first || selection.last > last)
      throw new NothingToExportError('There are no rows left to seal.');
    return { ...whole, first, last: selection.last, after: before ?? genesis, sealed: before };
  }
  const bounds = { first: (sealed?.seq ?? 0) + 1, end: last + 1 };
  const first = await seqFrom(pool, teamId, selection.from, bounds, bounds.first);
  const end = await seqFrom(pool, teamId, selection.to, bounds, bounds.end);
  const after = (await placeBefore(pool, teamId, first)) ?? sealed ?? genesis;
  return { ...whole, first, last: end - 1, after, sealed: null };
};

/** Finds the first row dated at or after `time`. Uses binary search, because times never decrease along a chain. */
const seqFrom = async (
  pool: Pool,
  teamId: string,
  time: string | undefined,
  bounds: { readonly first: number; readonly end: number },
  fallback: number,
): Promise<number> => {
  if (time === undefined) return fallback;
  let [low, high] = [bounds.first, bounds.end];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const { rows } = await pool.query<{ seq: number; early: boolean }>(
      `SELECT seq, created_at < $3::timestamptz AS early FROM agent_actions
       WHERE team_id = $1 AND seq >= $2 ORDER BY seq LIMIT 1`,
      [teamId, middle, time],
    );
    const row = rows[0];
    if (row?.early === true) low = row.seq + 1;
    else high = middle;
  }
  return low;
};

const placeBefore = async (pool: Pool, teamId: string, seq: number): Promise<Place | null> => {
  const { rows } = await pool.query<Place>(
    `SELECT seq, encode(row_hash, 'hex') AS row_hash FROM agent_actions
     WHERE team_id = $1 AND seq < $2 ORDER BY seq DESC LIMIT 1`,
    [teamId, seq],
  );
  return rows[0] ?? null;
};
