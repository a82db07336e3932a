/**
 * Makes a second call with the same key wait for the first one and share its result. The result is kept for some time afterwards.
 * Temporal starts an activity again if it has received no heartbeat from the first attempt, which may still be running in this
 * same process.
 */
export class OnceAtATime<T> {
  readonly #keepMs: number;
  readonly #results = new Map<string, Promise<T>>();

  constructor(keepMs = 0) {
    this.#keepMs = keepMs;
  }

  async run(name: string, work: () => Promise<T>): Promise<T> {
    const first = this.#results.get(name);
    if (first !== undefined) return first;
    const promise = work();
    this.#results.set(name, promise);
    try {
      return await promise;
    } catch (error) {
      this.#results.delete(name);
      throw error;
    } finally {
      setTimeout(() => this.#results.delete(name), this.#keepMs).unref();
    }
  }
}
