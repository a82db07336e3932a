import { setTimeout as sleep } from 'node:timers/promises';
import { isTransient } from '../store/db/transient.ts';
import { withSafeReasons } from '../governance/answers/links-in-json.ts';
import type { EgressPolicy } from '../governance/egress.ts';
import type { Dialect } from './dialect.ts';
import type { EventHub } from './hub.ts';
import { Narrator } from './narrator.ts';
import { END, type Position } from './position.ts';
import { withSafeLinks, WrittenLinks } from './safe-links.ts';
import type { RunPage, StoredEvent } from './stored.ts';
import type { Tail } from './tail.ts';
import { Waiter } from './waiter.ts';

/** Interval between heartbeats. A revoked key or an ended session stops reading the stream within this time. */
const HEARTBEAT_MS = 4_000;
const PING = ': ping\n\n';
/** Tells a reader to wait this long before reconnecting after a lost connection. */
const RETRY = 'retry: 2000\n\n';
/** Maximum number of characters to write to the connection at a time. */
const CHUNK = 65_536;
const AWAY_MS = 500;

export interface StreamOptions {
  readonly hub: EventHub;
  readonly tail: Tail;
  readonly dialect: Dialect;
  readonly position: Position;
  /** Aborted when the reader has disconnected or must be disconnected. */
  readonly signal: AbortSignal;
  /** Called on each heartbeat to check whether the reader may continue. */
  readonly mayGoOn: () => Promise<boolean>;
  readonly heartbeatMs?: number;
  /** Policy for the hosts that links in a model's text may lead to; by default no links are allowed. */
  readonly links?: EgressPolicy;
}

/**
 * Yields a reader's stream as text, from the reader's position to the end of the run. Does not buffer anything for a slow reader:
 * later events are left in the database, and pending parts of the same text are merged into one.
 */
export async function* streamRun(options: StreamOptions): AsyncGenerator<string, void, undefined> {
  const { tail, dialect, position, signal, mayGoOn, heartbeatMs = HEARTBEAT_MS } = options;
  const narrator = new Narrator(dialect, position, tail.runId);
  const written = new WrittenLinks(policyOf(options));
  const waiter = new Waiter();
  let beat = false;
  const heart = setInterval(() => {
    beat = true;
    waiter.wake();
  }, heartbeatMs);
  signal.addEventListener('abort', waiter.wake);
  tail.watch(waiter);
  try {
    yield RETRY;
    while (!signal.aborted) {
      if (yield* catchUp(options, narrator)) return;
      // Sends stored events before partial text, because the text was written after them.
      if (tail.live !== undefined && !tail.looking && narrator.seq === tail.seq) {
        const part = narrator.renderPart(written.of(tail.live));
        if (part !== '') yield part;
      }
      await waiter.wait();
      if (!beat) continue;
      if (!(await mayGoOn())) return;
      beat = false;
      yield PING;
    }
  } finally {
    clearInterval(heart);
    signal.removeEventListener('abort', waiter.wake);
    tail.unwatch(waiter);
  }
}

/** Yields the stored events after the reader's position. @returns whether the stream ends here */
async function* catchUp(
  options: StreamOptions,
  narrator: Narrator,
): AsyncGenerator<string, boolean, undefined> {
  const { hub, tail, dialect, signal } = options;
  while (!signal.aborted) {
    // The run and its events come from the same snapshot, so that the end is only sent after the last event.
    let { run } = tail;
    let events = tail.after(narrator.seq);
    if (events === undefined) {
      const page = await pageOf(hub, tail, narrator.seq);
      if (page === undefined) return false;
      ({ run, events } = page);
    }
    if (events.length === 0) {
      if (run.status === 'running') return false;
      const back = narrator.withdrawsBefore(END)
        ? narrator.withdraw(await eventsBefore(options, narrator.seq))
        : '';
      yield back + narrator.end(withSafeReasons(run, policyOf(options)));
      return true;
    }
    let chunk = '';
    for (const stored of events) {
      const event = withSafeLinks(stored, policyOf(options));
      if (narrator.withdrawsBefore(event))
        chunk += narrator.withdraw(await eventsBefore(options, narrator.seq));
      chunk += narrator.render(event, run);
      if (chunk.length < CHUNK) continue;
      yield chunk;
      chunk = '';
    }
    if (chunk !== '') yield chunk;
    if (pausesAfter(dialect, events, tail)) return true;
  }
  return false;
}

/** Returns whether the newest of the run's events has been sent and the run waits after it. */
const pausesAfter = (dialect: Dialect, sent: readonly StoredEvent[], { seq }: Tail): boolean => {
  const last = sent.at(-1);
  return last !== undefined && last.seq >= seq && dialect.pausesAfter?.(last) === true;
};

const policyOf = ({ links = { allow: [] } }: StreamOptions): EgressPolicy => links;

const eventsBefore = async (options: StreamOptions, seq: number): Promise<readonly StoredEvent[]> => {
  const { hub, tail, signal } = options;
  const events: StoredEvent[] = [];
  while (!signal.aborted && (events.at(-1)?.seq ?? 0) < seq) {
    const page = await pageOf(hub, tail, events.at(-1)?.seq ?? 0);
    events.push(...(page?.events ?? []));
  }
  return events.filter((event) => event.seq <= seq).map((event) => withSafeLinks(event, policyOf(options)));
};

/** Reads a page. @returns undefined while the database is unavailable; the reader then waits briefly and retries */
const pageOf = async (hub: EventHub, tail: Tail, after: number): Promise<RunPage | undefined> => {
  try {
    return await hub.page(tail.runId, after);
  } catch (error) {
    if (!isTransient(error)) throw error;
    await sleep(AWAY_MS);
    tail.touch();
    return undefined;
  }
};
