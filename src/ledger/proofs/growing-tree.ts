import { EMPTY_ROOT, nodeHash, splitOf } from './merkle.ts';

/**
 * An append-only Merkle tree that is built in a single pass over a stream of leaves. It keeps the roots of its complete subtrees,
 * one for each bit set in its size.
 */
export class GrowingTree {
  /** Complete subtrees, largest first. */
  readonly #complete: { readonly leaves: number; readonly root: Uint8Array }[] = [];
  #size = 0;

  /**
   * Restores a tree of `size` leaves that are no longer available.
   * @param roots roots of its complete subtrees, largest first
   * @returns undefined when their number does not match the size
   */
  static from(size: number, roots: readonly Uint8Array[]): GrowingTree | undefined {
    const tree = new GrowingTree();
    for (const root of roots) {
      const rest = size - tree.#size;
      if (rest < 1) return undefined;
      const leaves = splitOf(rest + 1);
      tree.#complete.push({ leaves, root });
      tree.#size += leaves;
    }
    return tree.#size === size ? tree : undefined;
  }

  get size(): number {
    return this.#size;
  }

  append(leafHash: Uint8Array): void {
    let [leaves, root] = [1, leafHash];
    for (let last = this.#complete.at(-1); last?.leaves === leaves; last = this.#complete.at(-1)) {
      root = nodeHash(last.root, root);
      leaves *= 2;
      this.#complete.pop();
    }
    this.#complete.push({ leaves, root });
    this.#size += 1;
  }

  /** Returns the root over all leaves so far. */
  root(): Uint8Array {
    return (
      this.#complete.reduceRight<Uint8Array | undefined>(
        (right, { root }) => (right === undefined ? root : nodeHash(root, right)),
        undefined,
      ) ?? EMPTY_ROOT
    );
  }
}
