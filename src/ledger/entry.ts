import { newId } from '../ids.ts';
import { canonicalText, Sanitiser, type Json, type JsonObject } from './canonical.ts';
import { LedgerEntryError } from './errors.ts';

/** What a caller hands in. `step` counts from 0 or 1 within the ledger_ref; idemKey is `<ledgerRef>/<step>` unless given. */
export interface NewEntry {
  readonly teamId: string;
  readonly ledgerRef: string;
  readonly step: number;
  readonly action: string;
  readonly governance: string;
  readonly summary: string;
  readonly detail: JsonObject;
  readonly idemKey?: string;
  /** Who wrote it: workflow, run, activity, attempt, worker. */
  readonly actor?: JsonObject;
}

/** A stored row. Hashes are 64 lowercase hex characters; created_at is RFC 3339 UTC with milliseconds. */
export interface Entry {
  readonly seq: number;
  readonly id: string;
  readonly team_id: string;
  readonly ledger_ref: string;
  readonly step: number;
  readonly action: string;
  readonly governance: string;
  readonly summary: string;
  readonly detail: JsonObject;
  readonly created_at: string;
  readonly prev_hash: string;
  readonly row_hash: string;
  /** The exact text that row_hash covers. */
  readonly body: string;
}

/** An entry made ready for append_agent_actions. `content` is the "content" member of the body to be. */
export interface PreparedEntry {
  readonly teamId: string;
  readonly id: string;
  readonly ledgerRef: string;
  readonly step: number;
  readonly action: string;
  readonly idemKey: string;
  readonly content: string;
}

/** A row as the database gives it. */
export interface StoredRow {
  readonly team_id: string;
  readonly seq: number | string;
  readonly id: string;
  readonly ledger_ref: string;
  readonly step: number;
  readonly action: string;
  readonly created_at: Date;
  readonly prev_hash: Buffer;
  readonly row_hash: Buffer;
  readonly body: string;
}

/** Upper bounds in UTF-8 bytes, of the canonical form where the member is an object. */
const MAX_BYTES = { detail: 65_536, actor: 4_096, summary: 8_192, governance: 1_024 } as const;
const MAX_NAME_LENGTH = { id: 100, ledgerRef: 200, action: 100, idemKey: 300, teamId: 100 } as const;

/** Printable ASCII without `"` and `\`: such text needs no escape in JSON, which the stored form relies on. */
const PLAIN = /^[ !#-[\]-~]+$/;

/**
 * Checks an entry and writes its content in canonical form. NUL and lone surrogates become U+FFFD, and the number of
 * them stands in the content as `replaced`.
 * @throws LedgerEntryError naming the member that cannot be stored
 */
export const prepare = (entry: NewEntry): PreparedEntry => {
  const { teamId, ledgerRef, step, action } = entry;
  const idemKey = entry.idemKey ?? `${ledgerRef}/${step}`;
  for (const [name, value] of Object.entries({ teamId, ledgerRef, action, idemKey })) {
    if (!PLAIN.test(value) || value.length > MAX_NAME_LENGTH[name as keyof typeof MAX_NAME_LENGTH]) {
      throw new LedgerEntryError(`${name} is empty, too long, or not plain printable ASCII`);
    }
  }
  if (!Number.isInteger(step) || step < 0 || step > 0x7fffffff) {
    throw new LedgerEntryError('step is not a whole number from 0 to 2147483647');
  }
  return { teamId, id: newId('act'), ledgerRef, step, action, idemKey, content: contentOf(entry) };
};

const contentOf = (entry: NewEntry): string => {
  const clean = new Sanitiser();
  const content: Record<string, Json> = {
    governance: clean.text(entry.governance),
    summary: clean.text(entry.summary),
    detail: clean.json(entry.detail, 'detail'),
  };
  if (entry.actor !== undefined) content['actor'] = clean.json(entry.actor, 'actor');
  if (clean.replaced > 0) content['replaced'] = clean.replaced;
  for (const [name, max] of Object.entries(MAX_BYTES)) {
    const value = content[name];
    const text = typeof value === 'object' ? canonicalText(value as JsonObject) : String(value ?? '');
    if (Buffer.byteLength(text) > max) throw new LedgerEntryError(`${name} is larger than ${max} bytes`);
  }
  return canonicalText(content);
};

/** A stored row as the service shows it. A body that someone made unreadable still comes back, as `body`. */
export const toEntry = (row: StoredRow): Entry => {
  const { governance, summary, detail } = parseBody(row.body).content;
  return {
    seq: Number(row.seq),
    id: row.id,
    team_id: row.team_id,
    ledger_ref: row.ledger_ref,
    step: row.step,
    action: row.action,
    governance: typeof governance === 'string' ? governance : '',
    summary: typeof summary === 'string' ? summary : '',
    detail:
      typeof detail === 'object' && detail !== null && !Array.isArray(detail) ? (detail as JsonObject) : {},
    created_at: row.created_at.toISOString(),
    prev_hash: row.prev_hash.toString('hex'),
    row_hash: row.row_hash.toString('hex'),
    body: row.body,
  };
};

interface Body {
  readonly columns: {
    readonly id?: string;
    readonly ledger_ref?: string;
    readonly step?: number;
    readonly action?: string;
  };
  readonly content: JsonObject;
}

/** The two members of a body; both empty when it cannot be read. */
export const parseBody = (body: string): Body => {
  try {
    const { columns = {}, content = {} } = JSON.parse(body) as Partial<Body>;
    return { columns, content };
  } catch {
    return { columns: {}, content: {} };
  }
};
