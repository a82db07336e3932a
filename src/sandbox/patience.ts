/** A timer that fires this much late tells of a process that stood still. */
const STOOD_STILL_MS = 200;
/** For what came in meanwhile and waits to be read. */
const READ_WITHIN_MS = 1_000;

/** Calls `onOver` after `ms`, unless it is ended before. */
export interface Patience {
  readonly end: () => void;
}

/**
 * A time limit on what comes from a stream. A process that was stopped (a signal, a machine that was suspended) finds its
 * timers due before it has read what came in time: the stream gets a moment then, before it is judged.
 */
export const startPatience = (ms: number, onOver: () => void): Patience => {
  const due = performance.now() + ms;
  let timer = setTimeout(() => {
    if (performance.now() - due < STOOD_STILL_MS) onOver();
    else timer = setTimeout(onOver, READ_WITHIN_MS);
  }, ms);
  return { end: () => clearTimeout(timer) };
};
