import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import { sandboxesNow } from './hosts.ts';

export type SandboxesNow = Awaited<ReturnType<typeof sandboxesNow>>;

/** A result younger than this is used without a refresh. */
const FRESH_MS = 300;
/** A result younger than this is still used, but refreshed in the background. */
const USABLE_MS = 1_000;

/** Briefly caches which hosts can run code, so that a run does not have to wait for the query. */
export class HostsWatch {
  readonly #db: Kysely<Database>;
  #known: { readonly now: SandboxesNow; readonly at: number } | undefined;
  #asking: Promise<SandboxesNow> | undefined;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Returns the current state. Only a ready state is cached. */
  async now(): Promise<SandboxesNow> {
    const known = this.#known;
    const age = known === undefined ? Infinity : performance.now() - known.at;
    if (known === undefined || known.now.state !== 'ready' || age > USABLE_MS) return this.#ask();
    if (age > FRESH_MS) this.#ask().catch(() => undefined);
    return known.now;
  }

  async #ask(): Promise<SandboxesNow> {
    this.#asking ??= sandboxesNow(this.#db).finally(() => {
      this.#asking = undefined;
    });
    const now = await this.#asking;
    this.#known = { now, at: performance.now() };
    return now;
  }
}
