/** If a timer fires this late, the process was stalled. */
const STOOD_STILL_MS = 200;
/** Extra time to read data that arrived in the meantime. */
const READ_WITHIN_MS = 1_000;

/** A time limit that calls `onOver` if it is not ended first. */
export interface Patience {
  readonly end: () => void;
}

/**
 * Starts a time limit for data from a stream. If the process was stopped (by a signal, or because its machine was suspended), its
 * timers fire before it has read data that arrived in time. The stream then gets a little more time before the limit applies.
 */
export const startPatience = (ms: number, onOver: () => void): Patience => {
  const due = performance.now() + ms;
  let timer = setTimeout(() => {
    if (performance.now() - due < STOOD_STILL_MS) onOver();
    else timer = setTimeout(onOver, READ_WITHIN_MS);
  }, ms);
  return { end: () => clearTimeout(timer) };
};
