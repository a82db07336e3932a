const WINDOW_MS = 120_000;
/** Approximate time for starting a container to replace a claimed one. */
const BURST_MS = 3_000;
const MAX_REMEMBERED = 2_000;

/** Decides how many sandboxes of one kind to keep ready, based on recent bursts of requests. */
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

  /** Records a request for a sandbox. */
  claimed(): void {
    this.#claims.push(this.#now());
    if (this.#claims.length > MAX_REMEMBERED) this.#claims.shift();
  }

  /**
   * Returns the largest number of requests within a few seconds during the last two minutes, clamped to the minimum and the
   * maximum.
   */
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
