/** Lets one reader wait until another party wakes it. A wake before the wait is not lost. */
export class Waiter {
  #woken = false;
  #resolve: (() => void) | undefined;

  readonly wake = (): void => {
    this.#woken = true;
    this.#resolve?.();
  };

  /** Resolves at the next wake, or at once if there was one since the last wait. */
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
