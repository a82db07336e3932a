import { readFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { checkReceipt, type Receipt } from '../../../clients/typescript/src/index.ts';
import { formatCheckpoint } from '../../../src/ledger/proofs/checkpoint.ts';
import { leafHash, nodeHash, splitOf } from '../../../src/ledger/proofs/merkle.ts';
import { checkReceipt as checkOnServer } from '../../../src/ledger/proofs/receipt.ts';
import { createSigner, signNote } from '../../../src/ledger/proofs/signer.ts';
import {
  formatVerifierKey,
  parseVerifierKey,
  SIGNATURE_TYPE,
  verifierKey,
} from '../../../src/ledger/proofs/verifier-key.ts';

interface Vectors {
  readonly team_id: string;
  readonly entries: readonly {
    readonly input: { readonly ledgerRef: string };
    readonly body: string;
    readonly prev_hash: string;
    readonly row_hash: string;
  }[];
}

const path = new URL('../../../docs/ledger/vectors.json', import.meta.url);
const { team_id, entries } = JSON.parse(readFileSync(path, 'utf8')) as Vectors;
const leaves = entries.map(({ row_hash }) => leafHash(Buffer.from(row_hash, 'hex')));

const rootOf = (range: readonly Buffer[]): Buffer =>
  range.length === 1
    ? range[0]!
    : nodeHash(rootOf(range.slice(0, splitOf(range.length))), rootOf(range.slice(splitOf(range.length))));

/** The path of RFC 9162, section 2.1.3.1. */
const pathTo = (index: number, range: readonly Buffer[]): readonly Buffer[] => {
  if (range.length === 1) return [];
  const split = splitOf(range.length);
  const [left, right] = [range.slice(0, split), range.slice(split)];
  return index < split
    ? [...pathTo(index, left), rootOf(right)]
    : [...pathTo(index - split, right), rootOf(left)];
};

const origin = `pramaan.test/${team_id}`;
const signer = createSigner(Buffer.alloc(32, 7));
const key = formatVerifierKey(verifierKey(origin, SIGNATURE_TYPE.note, signer.publicKey));
const note = (root = rootOf(leaves)): string =>
  signNote(formatCheckpoint({ origin, size: leaves.length, root }), origin, [signer]);

const ref = entries[0]!.input.ledgerRef;
const rows = entries
  .map(({ body, prev_hash, row_hash }, index) => ({
    seq: index + 1,
    prev_hash,
    row_hash,
    body,
    inclusion: pathTo(index, leaves).map((hash) => hash.toString('base64')),
  }))
  .filter((_, index) => entries[index]!.input.ledgerRef === ref);
const receipt: Receipt = { ledger_ref: ref, team_id, origin, checkpoint: note(), rows };

const check = async (changed: object = {}, by = key) =>
  checkReceipt(JSON.stringify({ ...receipt, ...changed }), by);

const withRow = (change: object): object => ({ rows: [{ ...rows[0]!, ...change }, ...rows.slice(1)] });

const EMPTY_HASH = '0'.repeat(64);

describe('A receipt', () => {
  it('a genuine receipt holds, as the service’s own check confirms', async () => {
    expect(checkOnServer(receipt, [parseVerifierKey(key)])).toMatchObject({ ok: true });
    const { fault, size, rows: found } = await check();
    expect([fault, size]).toEqual([null, 6]);
    expect(found.length).toBeGreaterThan(0);
    expect(found.map(({ fault: rowFault, hash }) => [rowFault, hash])).toEqual(
      rows.map(({ row_hash }) => [null, row_hash]),
    );
  });

  it('a row is refused if its text, its hash, its place or its path was changed', async () => {
    const forged = rows[0]!.body.replace('fs.read', 'fs.rede');
    const cases = [
      [{ body: forged }, 'hash'],
      [{ row_hash: EMPTY_HASH }, 'hash'],
      [{ prev_hash: EMPTY_HASH }, 'hash'],
      [{ prev_hash: rows[0]!.prev_hash.slice(2) }, 'hash'],
      [{ seq: 2 }, 'columns'],
      [{ inclusion: rows[0]!.inclusion.toReversed() }, 'path'],
      [{ inclusion: rows[0]!.inclusion.slice(1) }, 'path'],
      [{ inclusion: ['?', ...rows[0]!.inclusion.slice(1)] }, 'path'],
    ] as const;
    for (const [change, fault] of cases) {
      const found = await check(withRow(change));
      expect([found.fault, found.rows[0]!.fault], JSON.stringify(change)).toEqual([null, fault]);
      expect(found.rows.slice(1).every((row) => row.fault === null)).toBe(true);
    }
    expect((await check({ ledger_ref: 'wf-another' })).rows[0]!.fault).toBe('columns');
  });

  it('a forged row whose hash was calculated again does not lead to the signed root', async () => {
    const body = rows[0]!.body.replace('fs.read', 'fs.rede');
    const first = await check(withRow({ body }));
    const again = await check(withRow({ body, row_hash: first.rows[0]!.hash }));
    expect(again.rows[0]!.fault).toBe('path');
  });

  it('a runtime without Ed25519 cannot check, and calls nothing forged', async () => {
    const missing = new DOMException('Unrecognized name.', 'NotSupportedError');
    const importKey = vi.spyOn(crypto.subtle, 'importKey').mockRejectedValue(missing);
    onTestFinished(() => importKey.mockRestore());
    await expect(check()).rejects.toBe(missing);
  });

  it('a checkpoint is refused if it was changed, or another key signed it', async () => {
    const other = createSigner(Buffer.alloc(32, 8));
    const otherKey = formatVerifierKey(verifierKey(origin, SIGNATURE_TYPE.note, other.publicKey));
    const faults = [
      await check({ checkpoint: receipt.checkpoint.replace('\n6\n', '\n7\n') }),
      await check({ checkpoint: 'none' }),
      await check({}, otherKey),
      await check({ checkpoint: signNote('x\n', origin, [signer]) }),
    ].map(({ fault }) => fault);
    expect(faults).toEqual(['signature', 'signature', 'signature', 'signature']);
    expect((await check({ origin: 'pramaan.test/team_other' })).fault).toBe('log');
    expect((await check({ team_id: 'team_other' })).fault).toBe('log');
  });

  it('an invalid key or receipt is reported, and nothing is thrown', async () => {
    const cosigner = formatVerifierKey(verifierKey('w', SIGNATURE_TYPE.cosignature, signer.publicKey));
    for (const text of ['', 'x', key.replace(/\+[0-9a-f]{8}\+/, '+00000000+'), `${key}=`, cosigner])
      expect((await check({}, text)).fault, text).toBe('key');
    for (const text of [
      '',
      'null',
      '[]',
      '{}',
      '{"rows":[null]}',
      JSON.stringify({ ...receipt, rows: [null] }),
    ])
      expect((await checkReceipt(text, key)).fault, text).toBe('receipt');
  });
});
