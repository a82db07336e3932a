import { setTimeout as sleep } from 'node:timers/promises';
import { withSafeReasons } from '../governance/answers/links-in-json.ts';
import type { EventHub } from './hub.ts';
import { isTransient } from '../store/db/transient.ts';
import type { Narrator } from './narrator.ts';
import { END } from './position.ts';
import { withSafeLinks } from './safe-links.ts';
import type { StoredEvent, RunPage } from './stored.ts';
import type { StreamOptions } from './stream-options.ts';
import type { Tail } from './tail.ts';
import type { EgressPolicy } from '../governance/egress.ts';
import type { Dialect } from './dialect.ts';

/** Yields the stored events after the reader's position. @returns whether the stream ends here */
export async function* catchUp(
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

/** Maximum number of characters to write to the connection at a time. */
const CHUNK = 65536;
const AWAY_MS = 500;
/** Returns whether the newest of the run's events has been sent and the run waits after it. */
const pausesAfter = (dialect: Dialect, sent: readonly StoredEvent[], { seq }: Tail): boolean => {
  const last = sent.at(-1);
  return last !== undefined && last.seq >= seq && dialect.pausesAfter?.(last) === true;
};

/** Returns the hosts to which links may lead. */
export const policyOf = ({ links = { allow: [] } }: StreamOptions): EgressPolicy => links;
