import { EMPTY_ROOT, nodeHash, splitOf } from './merkle.ts';

/** Leaves from `start` up to, not including, `end`. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** The root of the complete subtree of 2^level leaves that begins at leaf n * 2^level. */
export interface NodeId {
  readonly level: number;
  readonly n: number;
}

export type NodeLookup = (id: NodeId) => Uint8Array;

/** The subtrees whose roots are the inclusion proof of a leaf. RFC 9162, section 2.1.3.1. */
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

/** The subtrees whose roots are the consistency proof between two sizes. RFC 9162, section 2.1.4.1. */
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
  // A verifier that knows the earlier root knows this subtree when it is the whole earlier tree.
  if (start > 0) ranges.push({ start, end });
  return ranges.toReversed();
};

/** The complete subtrees that a range is made of, left to right: as many as its length has bits that are set. */
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

/** The root of a range out of the roots of its complete subtrees. */
export const rootOf = (range: Range, lookup: NodeLookup): Uint8Array =>
  nodesOf(range)
    .map(lookup)
    .reduceRight<Uint8Array | undefined>(
      (right, left) => (right === undefined ? left : nodeHash(left, right)),
      undefined,
    ) ?? EMPTY_ROOT;
