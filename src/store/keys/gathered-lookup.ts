import { setTimeout as sleep } from 'node:timers/promises';

type Find = (hashes: readonly Buffer[]) => Promise<readonly Buffer[]>;

/** Pause between two queries. It also limits how many queries a client can cause by sending a series of wrong keys. */
const PAUSE_MS = 200;

/**
 * Looks up hashes in batches, with at most one query every 200 ms. Hashes that arrive in between wait for the next query. However
 * many lookups there are, they cost at most five queries a second and one connection.
 */
export class GatheredLookup {
  readonly #find: Find;
  #waiting: Buffer[] = [];
  /** The next query, which all waiting hashes will share. The previous one may still be running. */
  #next: Promise<ReadonlySet<string>> | undefined;
  #running: Promise<unknown> = Promise.resolve();

  /** @param find returns the hashes that exist */
  constructor(find: Find) {
    this.#find = find;
  }

  /** Returns whether a hash exists. @throws any error from the query */
  async has(hash: Buffer): Promise<boolean> {
    this.#waiting.push(hash);
    this.#next ??= this.#after(this.#running);
    return (await this.#next).has(hash.toString('base64'));
  }

  async #after(earlier: Promise<unknown>): Promise<ReadonlySet<string>> {
    // Callers waiting for the failed query have already received its error.
    await earlier.catch(() => undefined);
    await sleep(PAUSE_MS);
    const hashes = this.#waiting;
    this.#running = this.#next ?? earlier;
    this.#waiting = [];
    this.#next = undefined;
    return new Set((await this.#find(hashes)).map((hash) => hash.toString('base64')));
  }
}
