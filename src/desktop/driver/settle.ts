import type { RfbClient } from '../rfb/client.ts';
import { differingPixels, type Frame } from '../rfb/frame.ts';

/** The times that decide when a screen counts as settled after an action. */
export interface Settling {
  /** Maximum time in milliseconds to wait for a first change. */
  readonly reactMs: number;
  /**
   * Milliseconds without a change after that. This is longer than a program takes to draw, and shorter than the interval at which
   * a caret blinks.
   */
  readonly quietMs: number;
  /** Maximum wait in milliseconds. After that, a page that never stops changing is used as it is. */
  readonly capMs: number;
}

export const SETTLING = {
  action: { reactMs: 200, quietMs: 120, capMs: 2_000 },
  /** For the window of a program that has just started. */
  window: { reactMs: 1_000, quietMs: 800, capMs: 8_000 },
  /** For a new page or window in a running program, whose caret may blink every 500 ms. */
  page: { reactMs: 1_000, quietMs: 400, capMs: 6_000 },
  /** For a page or window that is still loading, with nothing visible yet. */
  taken: { reactMs: 5_000, quietMs: 400, capMs: 10_000 },
} as const satisfies Record<string, Settling>;

/**
 * Waits until the screen stops changing.
 * @returns milliseconds waited, and whether the screen stopped changing
 */
export const settle = async (
  client: RfbClient,
  { reactMs, quietMs, capMs }: Settling,
): Promise<{ readonly ms: number; readonly still: boolean }> => {
  const begun = performance.now();
  const elapsed = (): number => performance.now() - begun;
  let changed = await client.changes(Math.min(reactMs, capMs));
  while (changed) {
    if (elapsed() >= capMs) return { ms: elapsed(), still: false };
    changed = await client.changes(quietMs);
  }
  return { ms: elapsed(), still: true };
};

/** Minimum number of pixels that a new window changes, without its frame. A title bar alone changes a fifth of that. */
const WINDOW_PIXELS = 100_000;
const LOOK_MS = 250;

/**
 * Waits until a program appears: either a part of the screen as large as a window changes, or a running program takes over the
 * launch. In the second case the screen need not change, because a new page may look like the old one.
 * @returns milliseconds waited, and which settling times to use for the program
 */
export const untilShown = async (
  client: RfbClient,
  before: Frame,
  { isTaken, capMs }: { readonly isTaken: () => Promise<boolean>; readonly capMs: number },
): Promise<{ readonly ms: number; readonly how: 'window' | 'page' | 'taken' }> => {
  const begun = performance.now();
  const elapsed = (): number => performance.now() - begun;
  while (elapsed() < capMs) {
    await client.changes(LOOK_MS);
    const taken = await isTaken();
    const differing = differingPixels(before, await client.screen());
    if (taken) return { ms: elapsed(), how: differing === 0 ? 'taken' : 'page' };
    if (differing >= WINDOW_PIXELS) break;
  }
  return { ms: elapsed(), how: 'window' };
};
