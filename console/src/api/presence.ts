import type { QueryClient } from '@tanstack/preact-query';

/** How long somebody counts as present after the last key, click or turn of the wheel. */
const PRESENT_MS = 10 * 60_000;

let lastInput = Date.now();

const isPresent = (): boolean => Date.now() - lastInput < PRESENT_MS;

/**
 * Returns how often a query is repeated: not at all while nobody is there. A page that was left open would otherwise keep its
 * session from becoming idle.
 */
export const whilePresent = (ms: number) => (): number | false => isPresent() && ms;

/** Reads everything again once somebody comes back. */
export const watchPresence = (queries: QueryClient): void => {
  const note = (): void => {
    const wasAway = !isPresent();
    lastInput = Date.now();
    if (wasAway) void queries.invalidateQueries();
  };
  for (const type of ['keydown', 'pointerdown', 'wheel'])
    addEventListener(type, note, { capture: true, passive: true });
};
