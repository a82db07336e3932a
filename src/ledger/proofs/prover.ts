import { EMPTY_ROOT, nodeHash, splitOf } from './merkle.ts';

/** Leaves from `start` (inclusive) to `end` (exclusive). */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Identifies the complete subtree of 2^level leaves that starts at leaf n * 2^level, and its root. */
export interface NodeId {
  readonly level: number;
  readonly n: number;
}

export type NodeLookup = (id: NodeId) => Uint8Array;

/** Returns the subtrees whose roots form a leaf's inclusion proof (RFC 9162, section 2.1.3.1). */
export const inclusionRanges = (index: number, size: number): readonly Range[] => {
  const siblings: Range[] = [];
  let [start, end] = [0, size];
  while (end - start > 1) {
    const middle = start + splitOf(end - start);
    if (index < middle) {
      siblings.push({ start: middle, end });
      end = middle;
    } else {
      siblings.push({ start, end: middle });
      start = middle;
    }
  }
  return siblings.toReversed();
};

/** Returns the subtrees whose roots form the consistency proof between two sizes (RFC 9162, section 2.1.4.1). */
export const consistencyRanges = (from: number, to: number): readonly Range[] => {
  if (from === 0 || from === to) return [];
  const ranges: Range[] = [];
  let [start, end] = [0, to];
  while (end !== from) {
    const middle = start + splitOf(end - start);
    if (from <= middle) {
      ranges.push({ start: middle, end });
      end = middle;
    } else {
      ranges.push({ start, end: middle });
      start = middle;
    }
  }
  // When this subtree is the whole earlier tree, the verifier already knows its root.
  if (start > 0) ranges.push({ start, end });
  return ranges.toReversed();
};

/**
 * Returns the complete subtrees that make up a range, from left to right. There is one for each bit set in the range's length.
 */
export const nodesOf = ({ start, end }: Range): readonly NodeId[] => {
  const nodes: NodeId[] = [];
  let at = start;
  while (at < end) {
    const leaves = splitOf(end - at + 1);
    nodes.push({ level: Math.log2(leaves), n: at / leaves });
    at += leaves;
  }
  return nodes;
};

/** Computes a range's root from the roots of its complete subtrees. */
export const rootOf = (range: Range, lookup: NodeLookup): Uint8Array =>
  nodesOf(range)
    .map(lookup)
    .reduceRight<Uint8Array | undefined>(
      (right, left) => (right === undefined ? left : nodeHash(left, right)),
      undefined,
    ) ?? EMPTY_ROOT;
