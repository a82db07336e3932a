/** A timer that fires this late means that the process stood still. */
const STOOD_STILL_MS = 200;
/** Extra time to read what arrived in the meantime. */
const READ_WITHIN_MS = 1_000;

/** A time limit that calls `onOver` unless it is ended first. */
export interface Patience {
  readonly end: () => void;
}

/**
 * Starts a time limit on what arrives from a stream. A process that was stopped (by a signal, or because its machine was
 * suspended) finds its timers due before it has read what arrived in time. The stream then gets a moment more before the limit
 * applies.
 */
export const startPatience = (ms: number, onOver: () => void): Patience => {
  const due = performance.now() + ms;
  let timer = setTimeout(() => {
    if (performance.now() - due < STOOD_STILL_MS) onOver();
    else timer = setTimeout(onOver, READ_WITHIN_MS);
  }, ms);
  return { end: () => clearTimeout(timer) };
};
