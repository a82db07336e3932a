/**
 * Lets a second call for the same thing wait for the first. The engine starts an activity again when it has not heard
 * of the first attempt, which may well be running still, in this very process.
 */
export class OnceAtATime<T> {
  readonly #underWay = new Map<string, Promise<T>>();

  async run(name: string, work: () => Promise<T>): Promise<T> {
    const first = this.#underWay.get(name);
    if (first !== undefined) return first;
    const promise = work().finally(() => this.#underWay.delete(name));
    this.#underWay.set(name, promise);
    return promise;
  }
}
