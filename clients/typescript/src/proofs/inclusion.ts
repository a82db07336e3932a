import { areSame, type Bytes, sha256 } from './bytes.ts';

export const LEAF = Uint8Array.of(0);
export const NODE = Uint8Array.of(1);
const HASH_BYTES = 32;

const half = (n: number): number => Math.floor(n / 2);

export interface Inclusion {
  /** Position of the row, from 0. */
  readonly index: number;
  readonly size: number;
  readonly rowHash: Bytes;
  /** Hashes from the leaf's sibling up to the root's child. */
  readonly path: readonly Bytes[];
  readonly root: Bytes;
}

/**
 * Returns whether a row is at its position in the tree with this size and root (RFC 9162, section 2.1.3.2). Calculates without bit
 * operators, which end at 32 bits.
 */
export const isIncluded = async ({ index, size, rowHash, path, root }: Inclusion): Promise<boolean> => {
  if (!Number.isSafeInteger(index) || !Number.isSafeInteger(size) || index < 0 || index >= size) return false;
  if ([rowHash, root, ...path].some((bytes) => bytes.length !== HASH_BYTES)) return false;
  let [place, last] = [index, size - 1];
  let reached = await sha256(LEAF, rowHash);
  for (const sibling of path) {
    if (last === 0) return false;
    if (place % 2 === 1 || place === last) {
      reached = await sha256(NODE, sibling, reached);
      while (place !== 0 && place % 2 === 0) [place, last] = [half(place), half(last)];
    } else {
      reached = await sha256(NODE, reached, sibling);
    }
    [place, last] = [half(place), half(last)];
  }
  return last === 0 && areSame(reached, root);
};
