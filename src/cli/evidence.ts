import { readFile } from 'node:fs/promises';
import { isDeep } from '../ledger/audit/nesting.ts';
import type { Evidence } from '../ledger/audit/verify-export.ts';
import { ProvisionError } from '../provision/problem.ts';
import { NoteError } from '../ledger/proofs/errors.ts';
import type { Receipt } from '../ledger/proofs/receipt.ts';
import { parseKeyFile } from '../ledger/proofs/verifier-key.ts';

export interface VerifyOptions {
  readonly key?: readonly string[];
  readonly checkpoint?: readonly string[];
  readonly receipt?: readonly string[];
}

/**
 * Reads the files against which an export or receipt is checked.
 * @throws ProvisionError when a file cannot be read, or is not of the kind that its option requires
 */
export const readEvidence = async ({
  key = [],
  checkpoint = [],
  receipt = [],
}: VerifyOptions): Promise<Evidence> => ({
  keys: (await Promise.all(key.map(async (path) => parsed(path, parseKeyFile)))).flat(),
  checkpoints: await Promise.all(checkpoint.map(readText)),
  receipts: await Promise.all(receipt.map(async (path) => parsed(path, asReceipt))),
});

/** Reads a UTF-8 file, with or without the byte order mark that some editors write. */
const readText = async (path: string): Promise<string> => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path));
  } catch (error) {
    throw unreadable(path, error);
  }
};

const parsed = async <T>(path: string, parse: (text: string) => T): Promise<T> => {
  const text = await readText(path);
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof NoteError || error instanceof SyntaxError) throw unreadable(path, error);
    throw error;
  }
};

/** Parses a receipt, or the API response that contains it. */
const asReceipt = (text: string): Receipt => {
  const value = JSON.parse(text) as Receipt | { readonly receipt: Receipt } | null;
  const receipt = typeof value === 'object' && value !== null && 'receipt' in value ? value.receipt : value;
  const hasForm = typeof receipt?.checkpoint === 'string' && Array.isArray(receipt.rows);
  if (hasForm && !isDeep(receipt)) return receipt;
  throw new SyntaxError('expected a receipt: {ledger_ref, team_id, origin, checkpoint, rows}');
};

export const unreadable = (path: string, error: unknown): ProvisionError =>
  new ProvisionError(
    `${path} cannot be used: ${error instanceof Error ? error.message : String(error)}`,
    'docs/ledger/auditor.md lists the files that this command accepts.',
  );
