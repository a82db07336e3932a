import type { Kysely } from 'kysely';
import type { Database } from '../store/db/schema.ts';
import { createListener, type Listener } from '../store/db/listener.ts';
import { PageLoader } from './loader.ts';
import { readPages } from './pages.ts';
import type { RunPage } from './stored.ts';
import { Mailboxes } from './mailboxes.ts';
import { Tail } from './tail.ts';
import { isPosted, isTextPart, parseNotification } from './notifications.ts';

/**
 * Intervals at which runs are checked without a notification. The first applies while the listener is disconnected, and to
 * simulated runs, which do not send notifications. The second applies otherwise.
 */
const DEAF_MS = 250;
const CAREFUL_MS = 2_000;
const REPORT_MS = 5_000;
/** Time to keep a run's tail after its last reader has left. */
const KEPT_MS = 15_000;

export interface HubOptions {
  readonly db: Kysely<Database>;
  readonly url: string;
  /** Called when the listener is disconnected or a check has failed. The hub recovers from both by itself. */
  readonly onBreak: (error: unknown) => void;
}

/**
 * Tells this process's streams about new events in their runs, no matter which process writes them. Uses notifications, and
 * polling if there are none.
 */
export class EventHub {
  /** Messages between processes, which come over the same connection. */
  readonly mailboxes: Mailboxes;
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
    this.mailboxes = new Mailboxes(db);
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

  /** Aborted when the process is about to stop, so that streams end and their readers reconnect elsewhere. */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  /** Number of open streams in this process. */
  get readers(): number {
    return this.#tails.values().reduce((sum, tail) => sum + tail.readers, 0);
  }

  /**
   * Reserves a seat for a stream. Must be called before anything is awaited, so that streams opened at the same time are all
   * counted. A team gets at most half of the seats, so that it cannot lock out others.
   * @returns a function that releases the seat; undefined when all `max` seats are taken or the team already has its half
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

  /** Starts following a run. The caller must release the tail. @returns undefined when there is no such run */
  async follow(runId: string): Promise<Tail | undefined> {
    let tail = this.#tails.get(runId);
    if (tail === undefined) {
      const page = await this.#loader.load({ runId, after: 2_147_483_646 });
      if (page === undefined) return undefined;
      tail = this.#tails.get(runId) ?? new Tail(runId, page);
      this.#tails.set(runId, tail);
      // Checks again, because notifications that arrived since the read were missed.
      this.#look(tail);
    }
    tail.readers += 1;
    clearTimeout(tail.forgetting);
    return tail;
  }

  /** Releases a tail. Keeps it for a while, because a reader that has lost its connection will soon return. */
  release(tail: Tail): void {
    tail.readers -= 1;
    if (tail.readers > 0) return;
    tail.forgetting = setTimeout(() => this.#tails.delete(tail.runId), KEPT_MS).unref();
  }

  /** Reads a page from the database. @throws any database error */
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

  /** Reports an error at most once per REPORT_MS, because many streams notice the same outage. */
  #report(error: unknown): void {
    if (performance.now() < this.#quietUntil) return;
    this.#quietUntil = performance.now() + REPORT_MS;
    this.#onBreak(error);
  }

  #hear(payload: string): void {
    const notification = parseNotification(payload);
    if (notification === undefined) return;
    if (isPosted(notification)) {
      this.mailboxes.deliver(notification);
      return;
    }
    const tail = this.#tails.get(notification.run);
    if (tail === undefined) return;
    if (isTextPart(notification)) tail.add(notification);
    else this.#look(tail);
  }

  #tick(): void {
    this.#ticks += 1;
    const careful = this.#ticks % (CAREFUL_MS / DEAF_MS) === 0;
    for (const tail of this.#tails.values()) {
      if (careful || !this.#hears || tail.run.mode === 'simulated') this.#look(tail);
    }
  }

  /** Starts a check of a run, unless one is in progress. A change reported during a check triggers another check afterwards. */
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
      // The next tick checks again.
      this.#report(error);
    } finally {
      tail.looking = false;
      if (tail.live !== undefined) tail.touch();
    }
  }
}
