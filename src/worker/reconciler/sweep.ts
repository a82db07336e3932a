/**
 * Sweeps at intervals. Two sweeps never overlap.
 * @param onError is called when a sweep fails; the next one tries again
 */
export const sweepEvery = (
  everyMs: number,
  sweep: () => Promise<void>,
  onError: (error: unknown) => void,
): { readonly close: () => void } => {
  let busy = false;
  const sweepUnlessBusy = async (): Promise<void> => {
    if (busy) return;
    busy = true;
    try {
      await sweep();
    } catch (error) {
      onError(error);
    } finally {
      busy = false;
    }
  };
  const timer = setInterval(() => void sweepUnlessBusy(), everyMs);
  return { close: () => clearInterval(timer) };
};
