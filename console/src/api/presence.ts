import type { QueryClient } from '@tanstack/preact-query';
import { useEffect, useState } from 'preact/hooks';

/** How long somebody counts as present after the last key, click or turn of the wheel. */
const PRESENT_MS = 10 * 60_000;

const INPUTS = ['keydown', 'pointerdown', 'wheel'] as const;

let lastInput = Date.now();

const isPresent = (): boolean => Date.now() - lastInput < PRESENT_MS;

/**
 * Returns how often a query is repeated: not at all while nobody is there. A page that was left open would otherwise keep its
 * session from becoming idle.
 */
export const whilePresent = (ms: number) => (): number | false => isPresent() && ms;

/** How soon the page notices that somebody has left. */
const LOOK_EVERY_MS = 5_000;

/** Whether somebody is present. Connections stay open only in the meantime. */
export const usePresence = (): boolean => {
  const [present, setPresent] = useState(isPresent);
  useEffect(() => {
    const look = (): void => setPresent(isPresent());
    const timer = setInterval(look, LOOK_EVERY_MS);
    for (const type of INPUTS) addEventListener(type, look, { passive: true });
    return () => {
      clearInterval(timer);
      for (const type of INPUTS) removeEventListener(type, look);
    };
  }, []);
  return present;
};

/** Reads everything again once somebody comes back. */
export const watchPresence = (queries: QueryClient): void => {
  const note = (): void => {
    const wasAway = !isPresent();
    lastInput = Date.now();
    if (wasAway) void queries.invalidateQueries();
  };
  for (const type of INPUTS) addEventListener(type, note, { capture: true, passive: true });
};
