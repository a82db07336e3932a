import type { Kysely } from 'kysely';
import type { Database } from '../store/db/schema.ts';
import { createListener, type Listener } from '../store/db/listener.ts';
import { PageLoader } from './loader.ts';
import { readPages } from './pages.ts';
import type { RunPage } from './stored.ts';
import { Tail } from './tail.ts';
import { isPart, readWord } from './wire.ts';

/**
 * How often runs are looked at although nobody said anything: while nothing can be heard, as of simulated runs, and
 * otherwise.
 */
const DEAF_MS = 250;
const CAREFUL_MS = 2_000;
const REPORT_MS = 5_000;
/** How long the newest of a run is kept without a reader. */
const KEPT_MS = 15_000;

export interface HubOptions {
  readonly db: Kysely<Database>;
  readonly url: string;
  /** Told when nothing can be heard for a while, or a look failed; both mend themselves. */
  readonly onBreak: (error: unknown) => void;
}

/** Where the streams of this process learn what is new in their runs: from any process, by word or, without it, by looking. */
export class EventHub {
  readonly #loader: PageLoader;
  readonly #listener: Listener;
  readonly #onBreak: (error: unknown) => void;
  readonly #tails = new Map<string, Tail>();
  #seats = 0;
  readonly #seatsOf = new Map<string, number>();
  readonly #timer: NodeJS.Timeout;
  readonly #closing = new AbortController();
  #hears = false;
  #ticks = 0;
  #quietUntil = 0;

  constructor({ db, url, onBreak }: HubOptions) {
    this.#onBreak = onBreak;
    this.#loader = new PageLoader(async (wanted) => readPages(db, wanted));
    this.#listener = createListener({
      url,
      channel: 'run_events',
      onPayload: (payload) => this.#hear(payload),
      onListening: () => {
        this.#hears = true;
        for (const tail of this.#tails.values()) this.#look(tail);
      },
      onBreak: (error) => {
        this.#hears = false;
        this.#report(error);
      },
    });
    this.#timer = setInterval(() => this.#tick(), DEAF_MS);
  }

  /** Aborted when the process is about to stop: streams end, and their readers go on elsewhere. */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  /** Streams that are open here. */
  get readers(): number {
    return this.#tails.values().reduce((sum, tail) => sum + tail.readers, 0);
  }

  /**
   * Takes a seat for a stream before anything is waited for, so that a crowd at the door is counted too. A team gets at
   * most half of the seats, so that no team can lock out the others.
   * @returns what gives it up; undefined when `max` are taken, or the team has its half
   */
  seat(teamId: string, max: number): (() => void) | undefined {
    const own = this.#seatsOf.get(teamId) ?? 0;
    if (this.#seats >= max || own >= Math.ceil(max / 2)) return undefined;
    this.#count(teamId, 1);
    let held = true;
    return () => {
      if (held) this.#count(teamId, -1);
      held = false;
    };
  }

  #count(teamId: string, change: number): void {
    this.#seats += change;
    const own = (this.#seatsOf.get(teamId) ?? 0) + change;
    if (own === 0) this.#seatsOf.delete(teamId);
    else this.#seatsOf.set(teamId, own);
  }

  /** Begins to follow a run. Whoever does lets go of it again. @returns undefined when there is no such run */
  async follow(runId: string): Promise<Tail | undefined> {
    let tail = this.#tails.get(runId);
    if (tail === undefined) {
      const page = await this.#loader.load({ runId, after: 2_147_483_646 });
      if (page === undefined) return undefined;
      tail = this.#tails.get(runId) ?? new Tail(runId, page);
      this.#tails.set(runId, tail);
      // What was said of it since that look went unheard.
      this.#look(tail);
    }
    tail.readers += 1;
    clearTimeout(tail.forgetting);
    return tail;
  }

  /** A reader that lost its connection comes back soon, and then finds what it left. */
  release(tail: Tail): void {
    tail.readers -= 1;
    if (tail.readers > 0) return;
    tail.forgetting = setTimeout(() => this.#tails.delete(tail.runId), KEPT_MS).unref();
  }

  /** A page from the database. @throws what the database threw */
  async page(runId: string, after: number): Promise<RunPage | undefined> {
    return this.#loader.load({ runId, after });
  }

  /** Ends all streams. */
  close(): void {
    this.#closing.abort();
  }

  async stop(): Promise<void> {
    this.close();
    clearInterval(this.#timer);
    await this.#listener.close();
  }

  /** Many streams find the same database away, many times. */
  #report(error: unknown): void {
    if (performance.now() < this.#quietUntil) return;
    this.#quietUntil = performance.now() + REPORT_MS;
    this.#onBreak(error);
  }

  #hear(payload: string): void {
    const word = readWord(payload);
    const tail = word && this.#tails.get(word.run);
    if (tail === undefined) return;
    if (isPart(word!)) tail.add(word);
    else this.#look(tail);
  }

  #tick(): void {
    this.#ticks += 1;
    const careful = this.#ticks % (CAREFUL_MS / DEAF_MS) === 0;
    for (const tail of this.#tails.values()) {
      if (careful || !this.#hears || tail.run.mode === 'simulated') this.#look(tail);
    }
  }

  /** One look at a time for each run; what comes meanwhile is looked for afterwards. */
  #look(tail: Tail): void {
    if (tail.run.status !== 'running') return;
    tail.stale = true;
    if (!tail.looking) void this.#lookUntilFresh(tail);
  }

  async #lookUntilFresh(tail: Tail): Promise<void> {
    tail.looking = true;
    try {
      let complete = false;
      while (tail.stale || !complete) {
        tail.stale = false;
        const page = await this.#loader.load({ runId: tail.runId, after: tail.seq });
        if (page === undefined) return;
        complete = tail.take(page);
      }
    } catch (error) {
      // The next tick looks again.
      this.#report(error);
    } finally {
      tail.looking = false;
      if (tail.live !== undefined) tail.touch();
    }
  }
}
