// Detects a connection that broke without being closed. The service sends the run's state every second, and the worker a message
// every five seconds.

const QUIET_AFTER_MS = 4_000;
const LOST_AFTER_MS = 12_000;
const LOOK_EVERY_MS = 500;

/**
 * @param lost called once, when no message has arrived for too long or the browser reports that it is offline
 * @param quiet called when no message has arrived for a few seconds, which may pass by itself
 */
export const watchSilence = (lost, quiet = () => undefined) => {
  let heard = performance.now();
  let isQuiet = false;
  const end = () => {
    stop();
    lost();
  };
  const timer = setInterval(() => {
    const silentMs = performance.now() - heard;
    if (silentMs > LOST_AFTER_MS) end();
    else if (silentMs > QUIET_AFTER_MS && !isQuiet) {
      isQuiet = true;
      quiet();
    }
  }, LOOK_EVERY_MS);
  const stop = () => {
    clearInterval(timer);
    removeEventListener('offline', end);
  };
  addEventListener('offline', end);
  return {
    heard: () => {
      heard = performance.now();
      isQuiet = false;
    },
    stop,
  };
};
