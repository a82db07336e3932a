import type pg from 'pg';
import { isRefusal } from '../errors.ts';
import type { RowLine, UnreadableLine } from './export-line.ts';
import type { Extent } from './extent.ts';

type Pool = Pick<pg.Pool, 'query'>;

const BATCH = 1_000;

/**
 * Columns in the form used by export lines. A body is exported exactly as stored, without parsing or rewriting it. A time that
 * was altered to have more than millisecond precision is shown in full, so that it visibly differs from the one in the body.
 */
const COLUMNS = `seq, v, id, ledger_ref, step, action, idem_key,
  replace(to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), '000Z', 'Z') AS created_at,
  encode(prev_hash, 'hex') AS prev_hash, encode(row_hash, 'hex') AS row_hash, body`;

/** Selects the rows after one seq and up to another. The next batch begins after this batch's last row. */
const BETWEEN = 'team_id = $1 AND seq > $2 AND seq <= $3';

/** Yields rows in seq order. A row that cannot be read is reported as unreadable, and reading continues. */
export const readRows = async function* (
  pool: Pool,
  teamId: string,
  { first, last, ref }: Extent,
): AsyncGenerator<RowLine | UnreadableLine, void, undefined> {
  const where = ref === undefined ? BETWEEN : `${BETWEEN} AND ledger_ref = $4`;
  let after = Number.isFinite(first) ? first - 1 : Number.MIN_SAFE_INTEGER;
  for (;;) {
    const values = [teamId, after, last, ...(ref === undefined ? [] : [ref])];
    const rows = await readBatch(pool, where, values);
    yield* rows;
    const end = rows.at(-1);
    if (end === undefined || rows.length < BATCH) return;
    after = end.seq;
  }
};

type Line = RowLine | UnreadableLine;

const readBatch = async (pool: Pool, where: string, values: readonly unknown[]): Promise<readonly Line[]> => {
  const rest = `FROM agent_actions WHERE ${where} ORDER BY seq LIMIT ${BATCH}`;
  try {
    return (await pool.query<RowLine>(`SELECT ${COLUMNS} ${rest}`, [...values])).rows;
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
  // At least one row of the batch is damaged. Read the numbers from the index, then read the rows one by one.
  const { rows } = await pool.query<{ seq: number }>(`SELECT seq ${rest}`, [...values]);
  const lines: Line[] = [];
  for (const { seq } of rows) lines.push(await readOne(pool, values[0], seq));
  return lines;
};

const readOne = async (pool: Pool, teamId: unknown, seq: number): Promise<Line> => {
  try {
    const text = `SELECT ${COLUMNS} FROM agent_actions WHERE team_id = $1 AND seq = $2`;
    const { rows } = await pool.query<RowLine>(text, [teamId, seq]);
    return rows[0] ?? { seq, unreadable: true };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { seq, unreadable: true };
  }
};
