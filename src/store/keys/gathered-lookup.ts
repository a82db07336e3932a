import { setTimeout as sleep } from 'node:timers/promises';

type Find = (hashes: readonly Buffer[]) => Promise<readonly Buffer[]>;

/** Between two queries. Whoever sends one wrong key after the other gets this many a second. */
const PAUSE_MS = 200;

/**
 * Looks hashes up in batches, at most one query each 200 ms: those that come meanwhile wait for the next one. However
 * many come, they cost five queries a second and one connection.
 */
export class GatheredLookup {
  readonly #find: Find;
  #waiting: Buffer[] = [];
  /** The query of those that wait; the one before it may still run. */
  #next: Promise<ReadonlySet<string>> | undefined;
  #running: Promise<unknown> = Promise.resolve();

  /** @param find gives back those of the hashes that exist */
  constructor(find: Find) {
    this.#find = find;
  }

  /** Whether there is such a hash. @throws what the query throws */
  async has(hash: Buffer): Promise<boolean> {
    this.#waiting.push(hash);
    this.#next ??= this.#after(this.#running);
    return (await this.#next).has(hash.toString('base64'));
  }

  async #after(earlier: Promise<unknown>): Promise<ReadonlySet<string>> {
    // A query that failed has told those that waited for it.
    await earlier.catch(() => undefined);
    await sleep(PAUSE_MS);
    const hashes = this.#waiting;
    this.#running = this.#next ?? earlier;
    this.#waiting = [];
    this.#next = undefined;
    return new Set((await this.#find(hashes)).map((hash) => hash.toString('base64')));
  }
}
