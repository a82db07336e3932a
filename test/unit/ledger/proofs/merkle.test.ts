import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GrowingTree } from '../../../../src/ledger/proofs/growing-tree.ts';
import {
  EMPTY_ROOT,
  leafHash,
  nodeHash,
  verifyConsistency,
  verifyInclusion,
} from '../../../../src/ledger/proofs/merkle.ts';
import {
  consistencyRanges,
  inclusionRanges,
  type NodeId,
  rootOf,
} from '../../../../src/ledger/proofs/prover.ts';

const vectorsOf = (kind: string): readonly unknown[] =>
  readFileSync(new URL(`../../../corpora/merkle/${kind}.jsonl`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line));

const bytes = (encoded: string): Buffer => Buffer.from(encoded, 'base64');

interface InclusionVector {
  readonly name: string;
  readonly leafIdx: number;
  readonly treeSize: number;
  readonly root: string;
  readonly leafHash: string;
  readonly proof: readonly string[] | null;
  readonly wantErr: boolean;
}

interface ConsistencyVector {
  readonly name: string;
  readonly size1: number;
  readonly size2: number;
  readonly root1: string;
  readonly root2: string;
  readonly proof: readonly string[] | null;
  readonly wantErr: boolean;
}

describe('The transparency-dev/merkle vectors', () => {
  const inclusion = vectorsOf('inclusion') as readonly InclusionVector[];
  const consistency = vectorsOf('consistency') as readonly ConsistencyVector[];

  it('the files contain 98 inclusion and 98 consistency vectors', () => {
    expect([inclusion.length, consistency.length]).toEqual([98, 98]);
  });

  it.each(inclusion.map((vector) => [vector.name, vector] as const))(
    'verifyInclusion agrees with vector %s',
    (_name, vector) => {
      const good = verifyInclusion({
        index: vector.leafIdx,
        size: vector.treeSize,
        leafHash: bytes(vector.leafHash),
        proof: (vector.proof ?? []).map(bytes),
        root: bytes(vector.root),
      });
      expect(good).toBe(!vector.wantErr);
    },
  );

  it.each(consistency.map((vector) => [vector.name, vector] as const))(
    'verifyConsistency agrees with vector %s',
    (_name, vector) => {
      const good = verifyConsistency({
        from: vector.size1,
        to: vector.size2,
        fromRoot: bytes(vector.root1),
        toRoot: bytes(vector.root2),
        proof: (vector.proof ?? []).map(bytes),
      });
      expect(good).toBe(!vector.wantErr);
    },
  );
});

const leavesOf = (size: number): readonly Buffer[] =>
  Array.from({ length: size }, (_, index) => leafHash(Buffer.from(`leaf ${index}`)));

/** Implements the definition of RFC 9162, section 2.1.1, literally. */
const naiveRoot = (leaves: readonly Uint8Array[]): Uint8Array => {
  if (leaves.length <= 1) return leaves[0] ?? EMPTY_ROOT;
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  return nodeHash(naiveRoot(leaves.slice(0, split)), naiveRoot(leaves.slice(split)));
};

const lookupIn =
  (leaves: readonly Uint8Array[]) =>
  ({ level, n }: NodeId): Uint8Array =>
    naiveRoot(leaves.slice(n * 2 ** level, (n + 1) * 2 ** level));

const MAX = 70;
const all = leavesOf(MAX);
const roots = Array.from({ length: MAX + 1 }, (_, size) => naiveRoot(all.slice(0, size)));

describe('A Merkle tree', () => {
  it('a tree that grows leaf by leaf has the root that RFC 9162 defines at every size', () => {
    const tree = new GrowingTree();
    expect(tree.root()).toEqual(EMPTY_ROOT);
    for (const leaf of all) {
      tree.append(leaf);
      expect(Buffer.compare(tree.root(), roots[tree.size]!)).toBe(0);
    }
  });

  it('a tree proves each of its leaves, but not at another position or under another root', () => {
    for (let size = 1; size <= MAX; size += 1) {
      const lookup = lookupIn(all.slice(0, size));
      for (let index = 0; index < size; index += 1) {
        const proof = inclusionRanges(index, size).map((range) => rootOf(range, lookup));
        const claim = { index, size, leafHash: all[index]!, proof, root: roots[size]! };
        expect(verifyInclusion(claim)).toBe(true);
        expect(verifyInclusion({ ...claim, root: roots[size - 1]! })).toBe(false);
        if (index > 0) expect(verifyInclusion({ ...claim, leafHash: all[index - 1]! })).toBe(false);
      }
    }
  });

  it('a tree proves that it extends each of its earlier sizes', () => {
    for (let to = 1; to <= MAX; to += 1) {
      const lookup = lookupIn(all.slice(0, to));
      for (let from = 1; from <= to; from += 1) {
        const proof = consistencyRanges(from, to).map((range) => rootOf(range, lookup));
        const claim = { from, to, fromRoot: roots[from]!, toRoot: roots[to]!, proof };
        expect(verifyConsistency(claim)).toBe(true);
        if (from < to) expect(verifyConsistency({ ...claim, fromRoot: roots[from + 1]! })).toBe(false);
      }
    }
  });

  it('a tree’s proofs fail after any bit flip or any dropped, added or moved hash', () => {
    const damage = fc.record({
      index: fc.nat(MAX - 1),
      kind: fc.constantFrom('flip', 'drop', 'add', 'swap'),
      at: fc.nat(1_000),
      bit: fc.nat(255),
    });
    fc.assert(
      fc.property(damage, ({ index, kind, at, bit }) => {
        const proof = inclusionRanges(index, MAX).map((range) => Buffer.from(rootOf(range, lookupIn(all))));
        const place = at % proof.length;
        if (kind === 'flip') proof[place]![bit >> 3]! ^= 1 << (bit & 7);
        if (kind === 'drop') proof.splice(place, 1);
        if (kind === 'add') proof.splice(place, 0, proof[place]!);
        if (kind === 'swap') proof.push(proof.shift()!);
        expect(verifyInclusion({ index, size: MAX, leafHash: all[index]!, proof, root: roots[MAX]! })).toBe(
          false,
        );
      }),
    );
  });

  it('a tree gives short proofs beyond 2^32 leaves, where bitwise operators fail', () => {
    const size = 2 ** 40 + 5;
    const index = 2 ** 40 + 1;
    expect(inclusionRanges(index, size)).toHaveLength(4);
    expect(inclusionRanges(3, size)).toHaveLength(41);
    // A tree of one repeated leaf needs no stored leaves, because each level has one root.
    const levels: Uint8Array[] = [leafHash(Buffer.from('same'))];
    while (levels.length <= 41) levels.push(nodeHash(levels.at(-1)!, levels.at(-1)!));
    const lookup = ({ level }: NodeId): Uint8Array => levels[level]!;
    const root = rootOf({ start: 0, end: size }, lookup);
    const proof = inclusionRanges(index, size).map((range) => rootOf(range, lookup));
    expect(verifyInclusion({ index, size, leafHash: levels[0]!, proof, root })).toBe(true);
    const from = 2 ** 35 + 7;
    const steps = consistencyRanges(from, size).map((range) => rootOf(range, lookup));
    const fromRoot = rootOf({ start: 0, end: from }, lookup);
    expect(verifyConsistency({ from, to: size, fromRoot, toRoot: root, proof: steps })).toBe(true);
  });
});
