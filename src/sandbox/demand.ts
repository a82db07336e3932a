const WINDOW_MS = 120_000;
/** About what it takes to start a container in place of one that was claimed. */
const BURST_MS = 3_000;
const MAX_REMEMBERED = 2_000;

/** How many sandboxes of one kind should stand ready, from how many were asked for at once of late. */
export class Demand {
  readonly #min: number;
  readonly #max: number;
  readonly #now: () => number;
  #claims: number[] = [];

  constructor(
    bounds: { readonly min: number; readonly max: number },
    now: () => number = () => performance.now(),
  ) {
    this.#min = bounds.min;
    this.#max = bounds.max;
    this.#now = now;
  }

  /** Notes that one was asked for. */
  claimed(): void {
    this.#claims.push(this.#now());
    if (this.#claims.length > MAX_REMEMBERED) this.#claims.shift();
  }

  /** The largest number asked for within a few seconds, over the last two minutes, within the bounds. */
  target(): number {
    const horizon = this.#now() - WINDOW_MS;
    this.#claims = this.#claims.filter((at) => at > horizon);
    let most = 0;
    let first = 0;
    for (const [index, at] of this.#claims.entries()) {
      while ((this.#claims[first] ?? at) < at - BURST_MS) first += 1;
      most = Math.max(most, index - first + 1);
    }
    return Math.min(this.#max, Math.max(this.#min, most));
  }
}
