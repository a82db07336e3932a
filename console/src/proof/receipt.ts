import { fromBase64, fromHex, sha256, toHex, utf8 } from './bytes.ts';
import { type Checkpoint, openCheckpoint, readKey } from './checkpoint.ts';
import { isIncluded } from './inclusion.ts';

export interface ReceiptRow {
  readonly seq: number;
  readonly prev_hash: string;
  readonly row_hash: string;
  readonly body: string;
  readonly inclusion: readonly string[];
}

export interface Receipt {
  readonly ledger_ref: string;
  readonly team_id: string;
  readonly origin: string;
  readonly checkpoint: string;
  readonly rows: readonly ReceiptRow[];
}

/** What was found about one row. */
export interface RowCheck {
  readonly seq: number;
  /** The first check that failed; null if the row holds. */
  readonly fault: 'hash' | 'columns' | 'path' | null;
  readonly action: string;
  /** The hash that this browser calculated. */
  readonly hash: string;
}

export interface ReceiptCheck {
  /** null if the receipt can be judged by the checkpoint. */
  readonly fault: 'receipt' | 'key' | 'signature' | 'log' | null;
  readonly size: number;
  readonly rows: readonly RowCheck[];
}

const bad = (fault: NonNullable<ReceiptCheck['fault']>): ReceiptCheck => ({ fault, size: 0, rows: [] });

const isRow = (row: Partial<ReceiptRow> | null): row is ReceiptRow =>
  Number.isSafeInteger(row?.seq) &&
  [row?.prev_hash, row?.row_hash, row?.body].every((value) => typeof value === 'string') &&
  Array.isArray(row?.inclusion) &&
  row.inclusion.every((hash) => typeof hash === 'string');

/** Reads a receipt that somebody pasted. @returns undefined if it is not one */
const readReceipt = (text: string): Receipt | undefined => {
  try {
    const receipt = JSON.parse(text) as Partial<Receipt> | null;
    const names = ['ledger_ref', 'team_id', 'origin', 'checkpoint'] as const;
    if (names.some((name) => typeof receipt?.[name] !== 'string')) return undefined;
    if (!Array.isArray(receipt?.rows) || receipt.rows.length === 0) return undefined;
    return receipt.rows.every(isRow) ? (receipt as Receipt) : undefined;
  } catch {
    return undefined;
  }
};

const columnsOf = (body: string): Readonly<Record<string, unknown>> => {
  try {
    return (JSON.parse(body) as { columns: Readonly<Record<string, unknown>> }).columns ?? {};
  } catch {
    return {};
  }
};

const checkRow = async (row: ReceiptRow, receipt: Receipt, checkpoint: Checkpoint): Promise<RowCheck> => {
  const before = fromHex(row.prev_hash);
  const hash = await sha256(before ?? new Uint8Array(), utf8(row.body));
  const columns = columnsOf(row.body);
  const { action } = columns;
  const found = { seq: row.seq, action: typeof action === 'string' ? action : '', hash: toHex(hash) };
  if (before?.length !== 32 || !row.body.isWellFormed() || found.hash !== row.row_hash)
    return { ...found, fault: 'hash' };
  const isOwn =
    columns['seq'] === row.seq &&
    columns['ledger_ref'] === receipt.ledger_ref &&
    columns['team_id'] === receipt.team_id;
  if (!isOwn) return { ...found, fault: 'columns' };
  const path = row.inclusion.map((one) => fromBase64(one) ?? new Uint8Array());
  const { size, root } = checkpoint;
  const included = await isIncluded({ index: row.seq - 1, size, rowHash: hash, path, root });
  return { ...found, fault: included ? null : 'path' };
};

/**
 * Checks a receipt in this browser, by a key that the reader brings: the checkpoint's signature first, then for each row its hash,
 * its own columns, and its path to the root that the checkpoint states. Never throws because of what was pasted.
 * @throws NotSupportedError if this browser has no Ed25519
 */
export const checkReceipt = async (text: string, keyText: string): Promise<ReceiptCheck> => {
  const receipt = readReceipt(text);
  if (receipt === undefined) return bad('receipt');
  const key = await readKey(keyText);
  if (key === undefined) return bad('key');
  const checkpoint = await openCheckpoint(receipt.checkpoint, key);
  if (checkpoint === undefined) return bad('signature');
  if (checkpoint.origin !== receipt.origin || !receipt.origin.endsWith(`/${receipt.team_id}`))
    return bad('log');
  const rows = await Promise.all(receipt.rows.map(async (row) => checkRow(row, receipt, checkpoint)));
  return { fault: null, size: checkpoint.size, rows };
};
