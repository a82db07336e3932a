import { type Bytes, concat, sha256 } from './bytes.ts';
import { LEAF, NODE } from './inclusion.ts';

/** A Merkle tree that grows (RFC 9162, section 2.1): only the roots of its full subtrees are kept, the largest first. */
export class GrowingTree {
  #peaks: Bytes[];
  size: number;

  constructor(size = 0, peaks: readonly Bytes[] = []) {
    this.size = size;
    this.#peaks = [...peaks];
  }

  /** Whether there are as many subtrees as a tree of this size has. */
  get isWhole(): boolean {
    return this.#peaks.length === [...this.size.toString(2)].filter((bit) => bit === '1').length;
  }

  async append(rowHash: Bytes): Promise<void> {
    let top = await sha256(LEAF, rowHash);
    for (let n = this.size; n % 2 === 1; n = Math.floor(n / 2))
      top = await sha256(NODE, this.#peaks.pop()!, top);
    this.#peaks.push(top);
    this.size += 1;
  }

  async root(): Promise<Bytes> {
    let root = this.#peaks.at(-1) ?? (await sha256(concat()));
    for (const peak of this.#peaks.slice(0, -1).toReversed()) root = await sha256(NODE, peak, root);
    return root;
  }
}
