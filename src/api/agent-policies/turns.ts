/** Does the tasks of a team one after another, so that a team with many of them stands in a shared queue only once. */
export class TurnsOfTeams {
  readonly #last = new Map<string, Promise<unknown>>();

  async take<T>(teamId: string, task: () => Promise<T>): Promise<T> {
    const before = this.#last.get(teamId) ?? Promise.resolve();
    const turn = before.then(task, task);
    this.#last.set(teamId, turn);
    try {
      return await turn;
    } finally {
      if (this.#last.get(teamId) === turn) this.#last.delete(teamId);
    }
  }
}
