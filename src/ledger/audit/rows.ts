import type pg from 'pg';
import { isRefusal } from '../errors.ts';
import type { RowLine, UnreadableLine } from './export-line.ts';
import type { Extent } from './extent.ts';

type Pool = Pick<pg.Pool, 'query'>;

const BATCH = 1_000;

/**
 * Columns as the lines show them. A body goes out as it lies there: nothing is parsed or written anew. A time that somebody
 * gave more than milliseconds is shown with them, so that it is seen not to be that of the body.
 */
const COLUMNS = `seq, v, id, ledger_ref, step, action, idem_key,
  replace(to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), '000Z', 'Z') AS created_at,
  encode(prev_hash, 'hex') AS prev_hash, encode(row_hash, 'hex') AS row_hash, body`;

/** Rows behind one and up to another: the next batch begins behind the last row of this one. */
const BETWEEN = 'team_id = $1 AND seq > $2 AND seq <= $3';

/** Rows in the order of seq. One that cannot be read is told as such, and the rest goes on. */
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
  // Some row of the batch is damaged: the numbers come from the index, and each row by itself.
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
