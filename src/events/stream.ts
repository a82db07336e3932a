import { Narrator } from './narrator.ts';
import { WrittenLinks } from './safe-links.ts';
import { Waiter } from './waiter.ts';
import { catchUp, policyOf } from './catch-up.ts';
import type { StreamOptions } from './stream-options.ts';

/** Interval between heartbeats. A revoked key or an ended session stops reading the stream within this time. */
const HEARTBEAT_MS = 4_000;
const PING = ': ping\n\n';
/** Tells a reader to wait this long before reconnecting after a lost connection. */
const RETRY = 'retry: 2000\n\n';
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
