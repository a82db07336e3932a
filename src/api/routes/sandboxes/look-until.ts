import { setTimeout as sleep } from 'node:timers/promises';

/** First and longest pause between two looks, in milliseconds. */
const SOON_MS = 20;
const LATE_MS = 400;

/**
 * Looks again, after pauses that grow, until there is something to see or nobody waits for it any more.
 * @param signal aborts when the client has left
 * @returns undefined if there was nothing to see
 */
export const lookUntil = async <T>(
  look: () => Promise<T | undefined>,
  { withinMs, signal }: { readonly withinMs: number; readonly signal: AbortSignal },
): Promise<T | undefined> => {
  const until = Date.now() + withinMs;
  for (let pause = SOON_MS; ; pause = Math.min(LATE_MS, pause * 1.2)) {
    const seen = await look();
    if (seen !== undefined || signal.aborted || Date.now() > until) return seen;
    await sleep(pause, undefined, { signal }).catch(() => undefined);
  }
};
