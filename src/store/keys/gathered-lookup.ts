import { setTimeout as sleep } from 'node:timers/promises';

type Find = (hashes: readonly Buffer[]) => Promise<readonly Buffer[]>;

/** Pause between two queries, which also limits how many a client can cause by sending one wrong key after another. */
const PAUSE_MS = 200;

/**
 * Looks hashes up in batches, at most one query every 200 ms; hashes that arrive meanwhile wait for the next one. Any number of
 * lookups costs at most five queries a second and one connection.
 */
export class GatheredLookup {
  readonly #find: Find;
  #waiting: Buffer[] = [];
  /** The query that waiting hashes will share; the previous one may still be running. */
  #next: Promise<ReadonlySet<string>> | undefined;
  #running: Promise<unknown> = Promise.resolve();

  /** @param find returns the hashes that exist */
  constructor(find: Find) {
    this.#find = find;
  }

  /** Returns whether a hash exists. @throws what the query throws */
  async has(hash: Buffer): Promise<boolean> {
    this.#waiting.push(hash);
    this.#next ??= this.#after(this.#running);
    return (await this.#next).has(hash.toString('base64'));
  }

  async #after(earlier: Promise<unknown>): Promise<ReadonlySet<string>> {
    // The callers waiting for the failed query already have its error.
    await earlier.catch(() => undefined);
    await sleep(PAUSE_MS);
    const hashes = this.#waiting;
    this.#running = this.#next ?? earlier;
    this.#waiting = [];
    this.#next = undefined;
    return new Set((await this.#find(hashes)).map((hash) => hash.toString('base64')));
  }
}
