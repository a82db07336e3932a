const LEAST = 256;

/**
 * Queues bytes in order of arrival until they are taken. A message that arrives in a million pieces costs no more than one that
 * arrives in one piece.
 */
export class ByteQueue {
  #store: Buffer = Buffer.alloc(LEAST);
  #from = 0;
  #to = 0;

  /** Waiting bytes, valid until the next call. */
  get bytes(): Buffer {
    return this.#store.subarray(this.#from, this.#to);
  }

  add(bytes: Buffer): void {
    if (this.#to + bytes.length > this.#store.length) this.#makeRoom(bytes.length);
    this.#to += bytes.copy(this.#store, this.#to);
  }

  /**
   * Takes the first `size` bytes, which the caller may keep.
   * @returns undefined if there are fewer
   */
  take(size: number): Buffer | undefined {
    if (this.#to - this.#from < size) return undefined;
    const taken = Buffer.from(this.#store.subarray(this.#from, this.#from + size));
    this.#from += size;
    return taken;
  }

  #makeRoom(size: number): void {
    const held = this.bytes;
    const store = Buffer.alloc(Math.max(LEAST, 2 * held.length, held.length + size));
    held.copy(store);
    this.#store = store;
    this.#to = held.length;
    this.#from = 0;
  }
}
