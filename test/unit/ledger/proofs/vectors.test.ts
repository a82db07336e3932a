import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { formatCheckpoint, openCheckpoint } from '../../../../src/ledger/proofs/checkpoint.ts';
import { GrowingTree } from '../../../../src/ledger/proofs/growing-tree.ts';
import { leafHash, verifyConsistency, verifyInclusion } from '../../../../src/ledger/proofs/merkle.ts';
import { createSigner, signNote } from '../../../../src/ledger/proofs/signer.ts';
import {
  formatVerifierKey,
  parseVerifierKey,
  SIGNATURE_TYPE,
  verifierKey,
} from '../../../../src/ledger/proofs/verifier-key.ts';

const read = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../../../docs/ledger/${name}`, import.meta.url), 'utf8'));

const bytes = (encoded: string): Buffer => Buffer.from(encoded, 'base64');

const { entries } = read('vectors.json') as { readonly entries: readonly { readonly row_hash: string }[] };
interface Vectors {
  readonly seed: string;
  readonly origin: string;
  readonly vkey: string;
  readonly checkpoints: readonly { size: number; root: string; checkpoint: string }[];
  readonly inclusion: readonly { seq: number; size: number; proof: readonly string[] }[];
  readonly consistency: readonly { from: number; to: number; proof: readonly string[] }[];
}

const vectors = read('proof-vectors.json') as Vectors;

const leaves = entries.map(({ row_hash }) => leafHash(Buffer.from(row_hash, 'hex')));
const rootOf = (size: number): Buffer => {
  const tree = new GrowingTree();
  for (const leaf of leaves.slice(0, size)) tree.append(leaf);
  return Buffer.from(tree.root());
};

describe('docs/ledger/proof-vectors.json', () => {
  const signer = createSigner(bytes(vectors.seed));

  it('the file contains the key derived from its seed', () => {
    expect(formatVerifierKey(verifierKey(vectors.origin, SIGNATURE_TYPE.note, signer.publicKey))).toBe(
      vectors.vkey,
    );
  });

  it('the file contains the checkpoints that the service would sign', () => {
    for (const { size, root, checkpoint } of vectors.checkpoints) {
      expect(rootOf(size).toString('base64')).toBe(root);
      const text = formatCheckpoint({ origin: vectors.origin, size, root: bytes(root) });
      expect(checkpoint).toBe(signNote(text, vectors.origin, [signer]));
      expect(openCheckpoint(checkpoint, [parseVerifierKey(vectors.vkey)]).size).toBe(size);
    }
  });

  it('the file contains proofs that verify', () => {
    expect([vectors.inclusion.length, vectors.consistency.length]).toEqual([5, 5]);
    for (const { seq, size, proof } of vectors.inclusion) {
      const claim = {
        index: seq - 1,
        size,
        leafHash: leaves[seq - 1]!,
        proof: proof.map(bytes),
        root: rootOf(size),
      };
      expect(verifyInclusion(claim)).toBe(true);
    }
    for (const { from, to, proof } of vectors.consistency) {
      const claim = { from, to, fromRoot: rootOf(from), toRoot: rootOf(to), proof: proof.map(bytes) };
      expect(verifyConsistency(claim)).toBe(true);
    }
  });

  it('the file matches docs/ledger/proofs.md', () => {
    const text = readFileSync(new URL('../../../../docs/ledger/proofs.md', import.meta.url), 'utf8');
    expect(text).toContain(vectors.checkpoints[1]!.checkpoint);
    expect(text).toContain(vectors.vkey);
  });
});
