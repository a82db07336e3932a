// Notices a connection that is cut without a word: both ends of a socket say something every five seconds.

const LOST_AFTER_MS = 12_000;

/** @param lost called once, when nothing was heard for too long or the browser says that it is offline */
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
