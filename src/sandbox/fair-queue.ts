/** A queue in which teams take turns, so that a team with many requests does not delay the others. */
export class FairQueue<Item> {
  /** Items by team, in the order in which the teams will be served. */
  readonly #byTeam = new Map<string, Item[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  push(teamId: string, item: Item): void {
    const items = this.#byTeam.get(teamId);
    if (items === undefined) this.#byTeam.set(teamId, [item]);
    else items.push(item);
    this.#size += 1;
  }

  /** Removes and returns the next team's oldest item. */
  shift(): Item | undefined {
    for (const [teamId, items] of this.#byTeam) {
      const item = items.shift();
      this.#byTeam.delete(teamId);
      if (items.length > 0) this.#byTeam.set(teamId, items);
      if (item === undefined) continue;
      this.#size -= 1;
      return item;
    }
    return undefined;
  }

  /**
   * Removes an item from any position in the queue.
   * @returns false if it is not in the queue
   */
  remove(teamId: string, item: Item): boolean {
    const items = this.#byTeam.get(teamId);
    const at = items?.indexOf(item) ?? -1;
    if (items === undefined || at === -1) return false;
    items.splice(at, 1);
    if (items.length === 0) this.#byTeam.delete(teamId);
    this.#size -= 1;
    return true;
  }

  /** Removes and returns all items. */
  drain(): Item[] {
    const items = [...this.#byTeam.values()].flat();
    this.#byTeam.clear();
    this.#size = 0;
    return items;
  }
}
