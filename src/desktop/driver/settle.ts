import type { RfbClient } from '../rfb/client.ts';
import { differingPixels, type Frame } from '../rfb/frame.ts';

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
  program: { reactMs: 1_000, quietMs: 600, capMs: 6_000 },
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

/** A window, or another tab in one; a pointer that turns into an hourglass is less. */
const WINDOW_PIXELS = 5_000;
const LOOK_MS = 250;

/**
 * Waits until a program shows itself: a part of the screen that is as large as a window differs from before.
 * @returns milliseconds waited
 */
export const untilShown = async (client: RfbClient, before: Frame, capMs: number): Promise<number> => {
  const begun = performance.now();
  while (performance.now() - begun < capMs) {
    await client.changes(LOOK_MS);
    if (differingPixels(before, await client.screen()) >= WINDOW_PIXELS) break;
  }
  return performance.now() - begun;
};
