import type { RfbClient } from '../rfb/client.ts';
import { differingPixels, type Frame, shownPixels } from '../rfb/frame.ts';

/** When a screen counts as settled after an action. */
export interface Settling {
  /** How long to wait for a first change. */
  readonly reactMs: number;
  /** How long nothing may change then. Longer than a program takes to draw, shorter than a caret takes to blink. */
  readonly quietMs: number;
  /** How long to wait in all; a page that never stands still is taken as it is. */
  readonly capMs: number;
}

export const SETTLING = {
  action: { reactMs: 200, quietMs: 120, capMs: 2_000 },
  program: { reactMs: 1_000, quietMs: 800, capMs: 8_000 },
} as const satisfies Record<string, Settling>;

/** Waits until the screen stands still. @returns milliseconds waited, and whether it did stand still */
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

/** What a window shows, beyond its frame: a title bar alone is a fifth of that. */
const WINDOW_PIXELS = 100_000;
/** Another tab in a window that is there; a pointer that turns into an hourglass is less. */
const TAB_PIXELS = 5_000;
const TAB_STANDS_MS = 3_000;
const LOOK_MS = 250;

/**
 * Waits until a program shows itself: a part of the screen that is as large as a window differs from before, or, where
 * there are windows already, a smaller one for some time.
 * @returns milliseconds waited
 */
export const untilShown = async (client: RfbClient, before: Frame, capMs: number): Promise<number> => {
  const begun = performance.now();
  const wasEmpty = shownPixels(before) < WINDOW_PIXELS;
  let standing: number | undefined;
  while (performance.now() - begun < capMs) {
    const changed = await client.changes(LOOK_MS);
    const differing = differingPixels(before, await client.screen());
    if (differing >= WINDOW_PIXELS) break;
    if (wasEmpty || differing < TAB_PIXELS || changed) standing = undefined;
    else standing ??= performance.now();
    if (standing !== undefined && performance.now() - standing >= TAB_STANDS_MS) break;
  }
  return performance.now() - begun;
};
