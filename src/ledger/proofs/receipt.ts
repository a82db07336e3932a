import { hash } from 'node:crypto';
import { openCheckpoint, type Checkpoint, type OpenedCheckpoint } from './checkpoint.ts';
import { NoteError } from './errors.ts';
import { leafHash, verifyInclusion } from './merkle.ts';
import type { VerifierKey } from './verifier-key.ts';

/** Proves to anyone who knows the log's public key that rows are in a team's ledger. */
export interface Receipt {
  readonly ledger_ref: string;
  readonly team_id: string;
  readonly origin: string;
  /** A signed note. */
  readonly checkpoint: string;
  readonly rows: readonly ReceiptRow[];
}

export interface ReceiptRow {
  readonly seq: number;
  /** 64 hex characters. */
  readonly prev_hash: string;
  readonly row_hash: string;
  readonly body: string;
  /** Base64, from the leaf's sibling up. */
  readonly inclusion: readonly string[];
}

export type ReceiptCheck =
  | { readonly ok: true; readonly checkpoint: OpenedCheckpoint }
  /** `seq` is the first bad row; absent if the fault is not about a row. */
  | { readonly ok: false; readonly reason: string; readonly seq?: number };

/** Checks a receipt offline and by itself. Never throws because of the receipt's content. */
export const checkReceipt = (receipt: Receipt, keys: readonly VerifierKey[]): ReceiptCheck => {
  let checkpoint: OpenedCheckpoint;
  try {
    checkpoint = openCheckpoint(receipt.checkpoint, keys);
  } catch (error) {
    if (error instanceof NoteError) return { ok: false, reason: `checkpoint: ${error.message}` };
    throw error;
  }
  return checkRows(receipt, checkpoint) ?? { ok: true, checkpoint };
};

/**
 * Checks a receipt's rows against its checkpoint, without checking the checkpoint's signatures.
 * @returns the fault; undefined if the rows verify
 */
export const checkRows = (
  receipt: Receipt,
  checkpoint: Checkpoint,
): Extract<ReceiptCheck, { ok: false }> | undefined => {
  if (checkpoint.origin !== receipt.origin || !receipt.origin.endsWith(`/${receipt.team_id}`)) {
    return {
      ok: false,
      reason: 'origin: the checkpoint belongs to a different log than the one that the receipt names',
    };
  }
  if (receipt.rows.length === 0) return { ok: false, reason: 'rows: the receipt has none' };
  for (const row of receipt.rows) {
    if (!isRow(row)) return { ok: false, reason: 'rows: one is malformed' };
    const reason = wrongWith(row, receipt, checkpoint);
    if (reason !== undefined) return { ok: false, reason, seq: row.seq };
  }
  return undefined;
};

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

const isRow = (row: Readonly<Partial<Record<keyof ReceiptRow, unknown>>> | null): boolean =>
  Number.isSafeInteger(row?.seq) &&
  [row?.prev_hash, row?.row_hash, row?.body].every((value) => typeof value === 'string') &&
  Array.isArray(row?.inclusion) &&
  row.inclusion.every((hash) => typeof hash === 'string' && BASE64.test(hash));

const wrongWith = (row: ReceiptRow, receipt: Receipt, checkpoint: Checkpoint): string | undefined => {
  const rowHash = hashOf(row);
  // A prev_hash of another length could shift bytes into the body, and a lone surrogate has no UTF-8 form.
  if (
    !/^[0-9a-f]{64}$/.test(row.prev_hash) ||
    !row.body.isWellFormed() ||
    rowHash.toString('hex') !== row.row_hash
  )
    return 'row_hash: the hash does not match the body';
  if (!saysItself(row, receipt)) return 'body: the row belongs to another team, ref or position';
  const included = verifyInclusion({
    index: row.seq - 1,
    size: checkpoint.size,
    leafHash: leafHash(rowHash),
    proof: row.inclusion.map((encoded) => Buffer.from(encoded, 'base64')),
    root: checkpoint.root,
  });
  return included ? undefined : 'inclusion: the proof does not lead to the root of the checkpoint';
};

/** Computes sha256(prev_hash || utf8(body)), as docs/ledger.md defines it. */
const hashOf = ({ prev_hash, body }: ReceiptRow): Buffer =>
  hash('sha256', Buffer.concat([Buffer.from(prev_hash, 'hex'), Buffer.from(body)]), 'buffer');

const saysItself = ({ seq, body }: ReceiptRow, { ledger_ref, team_id }: Receipt): boolean => {
  try {
    const { columns } = JSON.parse(body) as { columns: Readonly<Record<string, unknown>> };
    return columns['seq'] === seq && columns['ledger_ref'] === ledger_ref && columns['team_id'] === team_id;
  } catch {
    return false;
  }
};
