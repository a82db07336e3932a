import { CompiledQuery, type Transaction } from 'kysely';
import type pg from 'pg';
import { canonicalText, type JsonObject } from './canonical.ts';
import { ledgerError } from './errors.ts';
import { parseBody, toEntry, type Entry, type PreparedEntry } from './entry.ts';

/**
 * What became of an entry. `duplicate`: its idempotency key was there already, and `entry` is the row stored first.
 * `differs`: that row says something else (action, governance, summary or detail), which no honest retry does.
 */
export interface Appended {
  readonly entry: Entry;
  readonly duplicate: boolean;
  readonly differs: boolean;
}

/** A transaction of the caller's: a pg client that has begun one, or Kysely's. */
// oxlint-disable-next-line typescript/no-explicit-any -- whichever tables the transaction knows
export type LedgerTransaction = Pick<pg.ClientBase, 'query'> | Transaction<any>;

interface AppendedRow {
  readonly ordinal: number | string;
  readonly duplicate: boolean;
  readonly seq: number | string;
  readonly created_at: Date;
  readonly prev_hash: Buffer;
  readonly row_hash: Buffer;
  readonly body: string;
}

const NAME = 'append_agent_actions';
const TEXT = `SELECT * FROM ${NAME}($1, $2, $3, $4, $5, $6, $7)`;

/** Stores a batch in one call. Entry i of the answer belongs to entry i of the batch. */
export const appendOn = async (
  on: LedgerTransaction | pg.Pool,
  batch: readonly PreparedEntry[],
): Promise<readonly Appended[]> => {
  const values = [
    batch.map((entry) => entry.teamId),
    batch.map((entry) => entry.id),
    batch.map((entry) => entry.ledgerRef),
    batch.map((entry) => entry.step),
    batch.map((entry) => entry.action),
    batch.map((entry) => entry.idemKey),
    batch.map((entry) => entry.content),
  ];
  const { rows } =
    'executeQuery' in on
      ? await on.executeQuery<AppendedRow>(CompiledQuery.raw(TEXT, values))
      : await on.query<AppendedRow>({ name: NAME, text: TEXT, values });
  const appended = new Map(rows.map((row) => [Number(row.ordinal), row]));
  return batch.map((entry, index) => {
    const row = appended.get(index + 1);
    if (row === undefined) throw ledgerError(new Error('The database answered without one of the rows'));
    return toAppended(entry, row);
  });
};

const toAppended = (asked: PreparedEntry, row: AppendedRow): Appended => {
  const { columns, content } = parseBody(row.body);
  const { id = '', ledger_ref = '', step = 0, action = '' } = columns;
  const entry = toEntry({ ...row, team_id: asked.teamId, id, ledger_ref, step, action });
  const differs =
    row.duplicate &&
    (entry.action !== asked.action ||
      whatItSays(content) !== whatItSays(JSON.parse(asked.content) as JsonObject));
  return { entry, duplicate: row.duplicate, differs };
};

/** The part of a content that a retry must repeat: who wrote it, and how often it was tried, may change. */
const whatItSays = ({ governance, summary, detail }: JsonObject): string =>
  canonicalText({ governance: governance ?? null, summary: summary ?? null, detail: detail ?? null });
