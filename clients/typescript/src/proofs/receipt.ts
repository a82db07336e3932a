import { ForgedError } from '../errors.ts';
import type { Receipt } from '../generated/types.ts';
import { fromBase64, fromHex, sha256, toHex, utf8 } from './bytes.ts';
import { type Checkpoint, openCheckpoint } from './checkpoint.ts';
import { isIncluded } from './inclusion.ts';
import { readKeys } from './keys.ts';

type ReceiptRow = Receipt['rows'][number];

/** What was found about one row. */
export interface RowCheck {
  readonly seq: number;
  /** The first check that failed; null if the row holds. */
  readonly fault: 'hash' | 'columns' | 'path' | null;
  readonly action: string;
  /** The hash that was calculated here. */
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

/** Reads a receipt, or a whole response with one in it. @returns undefined if it is not one */
const readReceipt = (given: unknown): Receipt | undefined => {
  const value = (typeof given === 'string' ? parse(given) : given) as Partial<
    Receipt & { receipt: object }
  > | null;
  const receipt: Partial<Receipt> | null | undefined = value?.receipt ?? value;
  const names = ['ledger_ref', 'team_id', 'origin', 'checkpoint'] as const;
  if (names.some((name) => typeof receipt?.[name] !== 'string')) return undefined;
  if (!Array.isArray(receipt?.rows) || receipt.rows.length === 0) return undefined;
  return receipt.rows.every(isRow) ? (receipt as Receipt) : undefined;
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
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
 * Checks a receipt offline, by keys that the reader brings: the checkpoint's signature first, then for each row its hash, its own
 * columns, and its path to the root that the checkpoint states. Never throws because of what was given.
 * @param given a receipt, or a response with one, parsed or as text
 * @param keyText the log's verifier keys, one a line
 * @throws NotSupportedError if this runtime has no Ed25519
 */
export const checkReceipt = async (given: unknown, keyText: string): Promise<ReceiptCheck> => {
  const receipt = readReceipt(given);
  if (receipt === undefined) return bad('receipt');
  const keys = await readKeys(keyText);
  if (keys === undefined) return bad('key');
  const checkpoint = await openCheckpoint(receipt.checkpoint, keys);
  if (checkpoint === undefined) return bad('signature');
  if (checkpoint.origin !== receipt.origin || !receipt.origin.endsWith(`/${receipt.team_id}`))
    return bad('log');
  const rows = await Promise.all(receipt.rows.map(async (row) => checkRow(row, receipt, checkpoint)));
  return { fault: null, size: checkpoint.size, rows };
};

/**
 * Requires a receipt to hold.
 * @returns the number of rows that its checkpoint covers
 * @throws ForgedError with the first fault. @throws NotSupportedError if this runtime has no Ed25519
 */
export const verifyReceipt = async (given: unknown, keyText: string): Promise<{ readonly size: number }> => {
  const { fault, size, rows } = await checkReceipt(given, keyText);
  const row = rows.find((one) => one.fault !== null);
  if (fault !== null) throw new ForgedError(`the receipt does not hold: ${fault}`);
  if (row !== undefined) throw new ForgedError(`row ${row.seq} does not hold: ${row.fault}`);
  return { size };
};
