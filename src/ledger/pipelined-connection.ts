import type pg from 'pg';
import type { PreparedEntry } from './entry.ts';
import { isOutage } from './errors.ts';
import { storeOn, type BatchResult } from './statement.ts';

/**
 * Sends flushes over one connection, which it borrows from the pool while it has unfinished flushes. A flush may be sent before
 * the previous one has finished, so that the server never waits for this process in between. Each flush is its own transaction,
 * so a failed one does not affect the others unless the connection is lost.
 */
export class PipelinedConnection {
  readonly #pool: pg.Pool;
  #borrowed: Promise<pg.PoolClient> | undefined;
  #underWay = 0;
  #lost: Error | undefined;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** False if another caller is waiting for a connection; this connection then finishes its flushes and returns to the pool. */
  get maySendAhead(): boolean {
    return this.#pool.waitingCount === 0;
  }

  async send(batch: readonly PreparedEntry[]): Promise<BatchResult> {
    this.#borrowed ??= this.#pool.connect();
    this.#underWay += 1;
    let client: pg.PoolClient | undefined;
    try {
      client = await this.#borrowed;
      return await storeOn(client, batch);
    } catch (error) {
      if (isOutage(error)) this.#lost = error as Error;
      throw error;
    } finally {
      this.#underWay -= 1;
      if (this.#underWay === 0) this.#giveBack(client);
    }
  }

  #giveBack(client: pg.PoolClient | undefined): void {
    client?.release(this.#lost);
    this.#borrowed = undefined;
    this.#lost = undefined;
  }
}
