/**
 * Runs a team's tasks one after another, so that a team with many tasks has only one place in a shared queue.
 */
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
