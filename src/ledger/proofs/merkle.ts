import { hash } from 'node:crypto';

/** Size of a hash. RFC 9162, section 2.1.1, uses SHA-256. */
export const HASH_BYTES = 32;

const LEAF = Buffer.of(0x00);
const NODE = Buffer.of(0x01);

/** Root of a tree without leaves. */
export const EMPTY_ROOT: Buffer = hash('sha256', '', 'buffer');

export const leafHash = (data: Uint8Array): Buffer => hash('sha256', Buffer.concat([LEAF, data]), 'buffer');

export const nodeHash = (left: Uint8Array, right: Uint8Array): Buffer =>
  hash('sha256', Buffer.concat([NODE, left, right]), 'buffer');

/** Returns the largest power of two smaller than `n` (n > 1), where RFC 9162 splits a tree of n leaves. */
export const splitOf = (n: number): number => {
  let power = 1;
  while (power * 2 < n) power *= 2;
  return power;
};

/** The functions below use arithmetic because sizes exceed 32 bits, the limit for JavaScript's bitwise operators. */
const half = (n: number): number => Math.floor(n / 2);
const isOdd = (n: number): boolean => n % 2 === 1;
const isPowerOfTwo = (n: number): boolean => n === 1 || (n > 1 && splitOf(n) * 2 === n);

const isHash = (bytes: Uint8Array): boolean => bytes.length === HASH_BYTES;
const areSame = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;

export interface InclusionClaim {
  /** Zero-based index: seq - 1. */
  readonly index: number;
  readonly size: number;
  readonly leafHash: Uint8Array;
  /** Hashes from the leaf's sibling up to the root's child. */
  readonly proof: readonly Uint8Array[];
  readonly root: Uint8Array;
}

/** Verifies that a leaf is at its index in a tree with this size and root (RFC 9162, section 2.1.3.2). */
export const verifyInclusion = ({ index, size, leafHash: leaf, proof, root }: InclusionClaim): boolean => {
  if (!Number.isSafeInteger(index) || !Number.isSafeInteger(size) || index < 0 || index >= size) return false;
  if (![leaf, root, ...proof].every(isHash)) return false;
  let [place, last] = [index, size - 1];
  let reached: Uint8Array = leaf;
  for (const sibling of proof) {
    if (last === 0) return false;
    if (isOdd(place) || place === last) {
      reached = nodeHash(sibling, reached);
      while (place !== 0 && !isOdd(place)) [place, last] = [half(place), half(last)];
    } else {
      reached = nodeHash(reached, sibling);
    }
    [place, last] = [half(place), half(last)];
  }
  return last === 0 && areSame(reached, root);
};

export interface ConsistencyClaim {
  readonly from: number;
  readonly to: number;
  readonly fromRoot: Uint8Array;
  readonly toRoot: Uint8Array;
  readonly proof: readonly Uint8Array[];
}

/**
 * Verifies that the later tree starts with all of the earlier one's leaves (RFC 9162, section 2.1.4.2). Refuses an empty earlier
 * tree, because it would prove nothing.
 */
export const verifyConsistency = ({ from, to, fromRoot, toRoot, proof }: ConsistencyClaim): boolean => {
  if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to) || from < 1 || from > to) return false;
  if (!proof.every(isHash)) return false;
  if (from === to) return proof.length === 0 && areSame(fromRoot, toRoot);
  if (proof.length === 0) return false;
  // When the earlier tree is a complete subtree, the verifier already knows its root, so the proof omits it.
  const [first, ...rest] = isPowerOfTwo(from) ? [fromRoot, ...proof] : proof;
  let [place, last] = [from - 1, to - 1];
  while (isOdd(place)) [place, last] = [half(place), half(last)];
  let [earlier, later] = [first!, first!];
  for (const sibling of rest) {
    if (last === 0) return false;
    if (isOdd(place) || place === last) {
      earlier = nodeHash(sibling, earlier);
      later = nodeHash(sibling, later);
      while (place !== 0 && !isOdd(place)) [place, last] = [half(place), half(last)];
    } else {
      later = nodeHash(later, sibling);
    }
    [place, last] = [half(place), half(last)];
  }
  return last === 0 && areSame(earlier, fromRoot) && areSame(later, toRoot);
};
