import { CompiledQuery, type Transaction } from 'kysely';
import type pg from 'pg';
import { actorIn } from './actor.ts';
import { CanonicalWriter } from './canonical.ts';
import { bodyOf, parseBody, saidIn, type Entry, type PreparedEntry, type Said } from './entry.ts';

/**
 * Result of appending an entry. `duplicate`: its idempotency key was already stored, and `entry` is the first row. `differs`:
 * that row has a different action, governance, summary or detail, which never happens in a legitimate retry.
 */
export interface Appended {
  readonly entry: Entry;
  readonly duplicate: boolean;
  readonly differs: boolean;
}

/** The caller's transaction: a pg client that has begun one, or a Kysely transaction. */
// oxlint-disable-next-line typescript/no-explicit-any -- whichever tables the transaction knows
export type LedgerTransaction = Pick<pg.ClientBase, 'query'> | Transaction<any>;

/** Row returned by append_agent_actions; stored_before is the body of a duplicate. */
interface AppendedRow {
  readonly id: string;
  readonly seq: number | string;
  readonly created_at: string;
  readonly prev_hash: string;
  readonly row_hash: string;
  readonly stored_before: string | null;
}

const PLAIN = 'append_agent_actions';
/** Like the plain function, but refuses what the team has suspended (sql/0037_switches.sql). */
const CHECKED = 'append_unsuspended_actions';
// Selects values in the text format that entries use. Binary values would cost more, because the client would have to decode and
// format them.
const textOf = (
  name: string,
  more = '',
): string => `SELECT id, seq, stored_before, encode(prev_hash, 'hex') AS prev_hash, encode(row_hash, 'hex') AS row_hash,
  to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS created_at
  FROM ${name}($1, $2, $3, $4, $5, $6, $7${more})`;
const TEXTS = { [PLAIN]: textOf(PLAIN), [CHECKED]: textOf(CHECKED, ', $8') };

/** Builds a batch's results: result i belongs to entry i. */
export type BatchResult = () => readonly Appended[];

/**
 * Stores a batch of entries with distinct keys in one call. Builds their results only on request, so that the next call can be
 * sent first.
 */
export const storeOn = async (
  on: LedgerTransaction,
  batch: readonly PreparedEntry[],
): Promise<BatchResult> => {
  const values = [
    arrayOf(batch, ({ teamId }) => teamId),
    arrayOf(batch, ({ id }) => id),
    arrayOf(batch, ({ ledgerRef }) => ledgerRef),
    `{${batch.map(({ step }) => step).join()}}`,
    arrayOf(batch, ({ action }) => action),
    arrayOf(batch, ({ idemKey }) => idemKey),
    // Canonical JSON contains no raw newline, and a single joined string costs a third as much as an array literal.
    batch.map(({ content }) => content).join('\n'),
  ];
  const name = batch.some(({ scopes }) => scopes !== '') ? CHECKED : PLAIN;
  if (name === CHECKED) values.push(batch.map(({ scopes }) => scopes).join('\n'));
  const text = TEXTS[name];
  const { rows } =
    'executeQuery' in on
      ? await on.executeQuery<AppendedRow>(CompiledQuery.raw(text, values))
      : await on.query<AppendedRow>({ name, text, values });
  return () => answerOf(batch, rows);
};

/** Formats names as a Postgres array literal. The names contain nothing that needs escaping. */
const arrayOf = (batch: readonly PreparedEntry[], pick: (entry: PreparedEntry) => string): string =>
  `{"${batch.map(pick).join('","')}"}`;

const answerOf = (batch: readonly PreparedEntry[], rows: readonly AppendedRow[]): readonly Appended[] => {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return batch.map((asked) => {
    const row = byId.get(asked.id);
    if (row === undefined) throw new Error(`${PLAIN} returned no result for an entry`);
    return row.stored_before === null ? storedNow(asked, row) : storedBefore(asked, row, row.stored_before);
  });
};

const storedNow = (asked: PreparedEntry, row: AppendedRow): Appended => {
  const columns = {
    seq: Number(row.seq),
    id: asked.id,
    team_id: asked.teamId,
    ledger_ref: asked.ledgerRef,
    step: asked.step,
    action: asked.action,
    created_at: row.created_at,
  };
  const body = bodyOf({ ...columns, idem_key: asked.idemKey }, asked.content);
  const { actor, said } = asked;
  const entry = { ...columns, actor, ...said, prev_hash: row.prev_hash, row_hash: row.row_hash, body };
  return { entry, duplicate: false, differs: false };
};

const storedBefore = (asked: PreparedEntry, row: AppendedRow, body: string): Appended => {
  const { columns, content } = parseBody(body);
  const entry: Entry = {
    seq: Number(row.seq),
    id: columns.id ?? '',
    team_id: asked.teamId,
    ledger_ref: columns.ledger_ref ?? '',
    step: columns.step ?? 0,
    action: columns.action ?? '',
    actor: actorIn(content.actor),
    created_at: row.created_at,
    ...saidIn(content),
    prev_hash: row.prev_hash,
    row_hash: row.row_hash,
    body,
  };
  const same = entry.action === asked.action && contentOf(entry) === contentOf(asked.said);
  return { entry, duplicate: true, differs: !same };
};

const contentOf = ({ governance, summary, detail }: Said): string =>
  new CanonicalWriter().write({ governance, summary, detail }, 'content');
