/**
 * Compiled versions by their hash, most recently used last. Equal documents have equal hashes, whichever team
 * wrote them.
 */
export class CompiledVersions<Compiled> {
  readonly #limit: number;
  readonly #kept = new Map<string, Compiled>();

  /** @param limit number of versions that a process keeps */
  constructor(limit: number) {
    this.#limit = limit;
  }

  get(sha256: string): Compiled | undefined {
    const kept = this.#kept.get(sha256);
    if (kept !== undefined) this.keep(sha256, kept);
    return kept;
  }

  /** Stores a version, and evicts the least recently used one if there are too many. */
  keep(sha256: string, compiled: Compiled): void {
    this.#kept.delete(sha256);
    this.#kept.set(sha256, compiled);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= this.#limit) break;
      this.#kept.delete(oldest);
    }
  }
}
