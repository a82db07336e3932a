import { hash } from 'node:crypto';
import { genesisOf } from '../../../../src/ledger/audit/chain-check.ts';
import { EXPORT_FORMAT } from '../../../../src/ledger/audit/export-line.ts';
import { bodyOf } from '../../../../src/ledger/entry.ts';
import { formatCheckpoint } from '../../../../src/ledger/proofs/checkpoint.ts';
import { leafHash, nodeHash } from '../../../../src/ledger/proofs/merkle.ts';
import { createSigner, signNote } from '../../../../src/ledger/proofs/signer.ts';
import type { Receipt } from '../../../../src/ledger/proofs/receipt.ts';
import {
  formatVerifierKey,
  SIGNATURE_TYPE,
  verifierKey,
} from '../../../../src/ledger/proofs/verifier-key.ts';

/** An auditor's input to a verifier, all as text. */
export interface Case {
  readonly text: string;
  readonly keys: string;
  readonly checkpoints: readonly string[];
  readonly receipts: readonly string[];
}

const TEAM = 'team_a';
const ORIGIN = `log.example/${TEAM}`;
const ROWS = 9;
export const signers = [createSigner(Buffer.alloc(32, 1)), createSigner(Buffer.alloc(32, 2))] as const;

/** Summaries that might confuse a verifier. */
const SAYINGS = ['café', 'e\u0301', '\u2028\u2029', '\u0085', '\ufffd', '😀', 'a"b\\c', '\t\u0001', 'x'];

const rows = ((): Record<string, unknown>[] => {
  let prev = genesisOf(TEAM);
  return Array.from({ length: ROWS }, (_, index) => {
    const columns = {
      seq: index + 1,
      v: 1,
      id: `act_${index}`,
      ledger_ref: `wf-${index % 3}`,
      step: index,
      action: 'pii.scan',
      idem_key: `wf-${index % 3}/${index}`,
      created_at: `2026-11-27T10:00:0${index}.000Z`,
    };
    const content = JSON.stringify({ detail: { n: index }, governance: 'masked', summary: SAYINGS[index] });
    const body = bodyOf({ ...columns, team_id: TEAM }, content);
    const rowHash = hash('sha256', Buffer.concat([Buffer.from(prev, 'hex'), Buffer.from(body)]));
    const row = { ...columns, prev_hash: prev, row_hash: rowHash, body };
    prev = rowHash;
    return row;
  });
})();

const leaves = rows.map((row) => leafHash(Buffer.from(row['row_hash'] as string, 'hex')));
const splitOf = (size: number): number => 2 ** Math.floor(Math.log2(size - 1));

/** RFC 9162, sections 2.1.1 and 2.1.3.1, implemented literally. */
const rootOf = (part: readonly Buffer[]): Buffer =>
  part.length === 1
    ? part[0]!
    : nodeHash(rootOf(part.slice(0, splitOf(part.length))), rootOf(part.slice(splitOf(part.length))));
const pathOf = (index: number, part: readonly Buffer[]): Buffer[] => {
  if (part.length === 1) return [];
  const split = splitOf(part.length);
  const [left, right] = [part.slice(0, split), part.slice(split)];
  return index < split
    ? [...pathOf(index, left), rootOf(right)]
    : [...pathOf(index - split, right), rootOf(left)];
};
const peaksOf = (part: readonly Buffer[]): Buffer[] => {
  if (part.length === 0) return [];
  const full = 2 ** Math.floor(Math.log2(part.length));
  return [rootOf(part.slice(0, full)), ...peaksOf(part.slice(full))];
};
const base64 = (hashes: readonly Buffer[]): string[] => hashes.map((one) => one.toString('base64'));

export const noteOf = (
  size: number,
  origin = ORIGIN,
  root = rootOf(leaves.slice(0, size)),
  by = signers.slice(0, 1),
) => signNote(formatCheckpoint({ origin, size, root }), origin, by);
export const keyOf = (origin = ORIGIN, signer: (typeof signers)[number] = signers[0]): string =>
  formatVerifierKey(verifierKey(origin, SIGNATURE_TYPE.note, signer.publicKey));

const place = (seq: number) => ({
  seq,
  row_hash: seq === 0 ? genesisOf(TEAM) : (rows[seq - 1]!['row_hash'] as string),
});
const proven = (seq: number, size: number): object => ({
  ...rows[seq - 1],
  inclusion: base64(pathOf(seq - 1, leaves.slice(0, size))),
});

const exportOf = (header: object, lines: readonly object[]): string =>
  [{ format: EXPORT_FORMAT, v: 1, team_id: TEAM, ...header }, ...lines, { end: true, rows: lines.length }]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('');

const base = (size: number) => ({
  peaks: base64(peaksOf(leaves.slice(0, size))),
  inclusion: base64(pathOf(size - 1, leaves.slice(0, size))),
  checkpoint: noteOf(size),
});
const head = place(ROWS);

/** A valid export of each kind. */
export const exports: readonly string[] = [
  exportOf({ scope: 'chain', after: place(0), base: null, checkpoint: noteOf(7), head }, rows),
  exportOf({ scope: 'chain', after: place(0), base: null, checkpoint: null, head }, rows),
  exportOf({ scope: 'chain', after: place(4), base: base(4), checkpoint: noteOf(9), head }, rows.slice(4)),
  exportOf({ scope: 'segment', after: place(0), base: null, checkpoint: noteOf(5), head }, rows.slice(0, 5)),
  exportOf(
    { scope: 'segment', after: place(3), base: base(3), checkpoint: noteOf(6), head },
    rows.slice(3, 6),
  ),
  exportOf({ scope: 'range', after: place(2), base: null, checkpoint: noteOf(8), head }, [
    ...rows.slice(2, 5),
    proven(6, 8),
  ]),
  exportOf({ scope: 'ref', after: null, base: null, checkpoint: noteOf(7), head }, [
    proven(1, 7),
    proven(4, 7),
    proven(7, 7),
  ]),
].flatMap((text) => [
  text,
  text.replaceAll(/^.*$/gm, (line) => (line === '' ? '' : `{"class_uid":6003,"unmapped":${line}}`)),
]);

export const receiptOf = (seqs: readonly number[], size: number): Receipt => ({
  ledger_ref: rows[seqs[0]! - 1]!['ledger_ref'] as string,
  team_id: TEAM,
  origin: ORIGIN,
  checkpoint: noteOf(size),
  rows: seqs
    .map((seq) => proven(seq, size) as Receipt['rows'][number])
    .map(({ seq, prev_hash, row_hash, body, inclusion }) => ({ seq, prev_hash, row_hash, body, inclusion })),
});
