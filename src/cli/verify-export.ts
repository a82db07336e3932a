import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { verifyExport, type Evidence, type Verdict } from '../audit/verify-export.ts';
import { Problem } from '../provision/problem.ts';
import { NoteError } from '../transparency/errors.ts';
import type { Receipt } from '../transparency/receipt.ts';
import { parseKeyFile } from '../transparency/verifier-key.ts';
import { EXIT, type Outcome } from './outcome.ts';

export interface VerifyOptions {
  readonly key?: readonly string[];
  readonly checkpoint?: readonly string[];
  readonly receipt?: readonly string[];
}

/**
 * Checks an export offline: no database, no network, nothing of the service but its public key.
 * @param file path of the export; `-` for standard input
 * @throws Problem when a file cannot be read, or is not what it is given for
 */
export const verifyFile = async (file: string, options: VerifyOptions): Promise<Outcome> => {
  const evidence = await readEvidence(options);
  const bytes = file === '-' ? process.stdin : createReadStream(file, { highWaterMark: 1 << 18 });
  const verdict = await verifyExport(bytes, evidence).catch((error: unknown) => {
    throw unreadable(file, error);
  });
  return {
    code: verdict.ok ? EXIT.ok : EXIT.foundWrong,
    json: { ...verdict },
    text: verdict.ok ? goodNews(verdict, evidence) : badNews(verdict),
  };
};

const readEvidence = async ({
  key = [],
  checkpoint = [],
  receipt = [],
}: VerifyOptions): Promise<Evidence> => ({
  keys: (await Promise.all(key.map(async (path) => parsed(path, parseKeyFile)))).flat(),
  checkpoints: await Promise.all(checkpoint.map(readText)),
  receipts: await Promise.all(receipt.map(async (path) => parsed(path, asReceipt))),
});

const readText = async (path: string): Promise<string> =>
  readFile(path, 'utf8').catch((error: unknown) => {
    throw unreadable(path, error);
  });

const parsed = async <T>(path: string, parse: (text: string) => T): Promise<T> => {
  const text = await readText(path);
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof NoteError || error instanceof SyntaxError) throw unreadable(path, error);
    throw error;
  }
};

/** A receipt by itself, or the answer that it came in. */
const asReceipt = (text: string): Receipt => {
  const value = JSON.parse(text) as Receipt | { readonly receipt: Receipt };
  const receipt = 'receipt' in value ? value.receipt : value;
  if (typeof receipt?.checkpoint === 'string' && Array.isArray(receipt.rows)) return receipt;
  throw new SyntaxError('expected a receipt: {ledger_ref, team_id, origin, checkpoint, rows}');
};

const unreadable = (path: string, error: unknown): Problem =>
  new Problem(
    `${path} cannot be used: ${error instanceof Error ? error.message : String(error)}`,
    'docs/ledger/auditor.md says which files this takes.',
  );

const goodNews = (verdict: Extract<Verdict, { ok: true }>, { keys }: Evidence): string => {
  const { rows, team_id: team, covered, newer, earlier_times: earlier } = verdict;
  const lines = [`All ${rows} rows of ${team} hold.`];
  if (covered === 0) {
    lines.push('No checkpoint covers them: a chain that was rewritten to its end would not be found.');
  } else if (keys.length === 0) {
    lines.push('No --key was given: the signatures of the checkpoints were not checked.');
  } else {
    lines.push(`Signed checkpoints fix the rows up to ${covered}; ${newer} are newer.`);
  }
  if (earlier > 0) lines.push(`${earlier} rows are dated before the row in front of them.`);
  return lines.join('\n');
};

const badNews = ({ kind, seq, message }: Extract<Verdict, { ok: false }>): string =>
  `WRONG: ${kind}${seq === null ? '' : ` at row ${seq}`}: ${message}.`;
