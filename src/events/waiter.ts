/** Lets one reader wait until it is woken. A wake-up that arrives before the wait is not lost. */
export class Waiter {
  #woken = false;
  #resolve: (() => void) | undefined;

  readonly wake = (): void => {
    this.#woken = true;
    this.#resolve?.();
  };

  /** Resolves on the next wake, or immediately if there has been one since the last wait. */
  async wait(): Promise<void> {
    if (!this.#woken) {
      await new Promise<void>((resolve) => {
        this.#resolve = resolve;
      });
    }
    this.#resolve = undefined;
    this.#woken = false;
  }
}
