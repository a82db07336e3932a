// Detects a connection that broke without being closed. Both ends of a socket send a message every five seconds.

const LOST_AFTER_MS = 12_000;

/** @param lost called once, when no message has arrived for too long or the browser reports that it is offline */
export const watchSilence = (lost) => {
  let heard = performance.now();
  const end = () => {
    stop();
    lost();
  };
  const timer = setInterval(() => {
    if (performance.now() - heard > LOST_AFTER_MS) end();
  }, 1_000);
  const stop = () => {
    clearInterval(timer);
    removeEventListener('offline', end);
  };
  addEventListener('offline', end);
  return { heard: () => (heard = performance.now()), stop };
};
