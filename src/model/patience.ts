import type { ModelSettings } from './settings.ts';

/** Number of clock checks within the shorter limit. */
const LOOKS = 10;

/**
 * Gives up on a reply that stalls or takes too long. Bytes without content do not count as progress. Checks the clock at short
 * intervals, and counts at most two intervals if a check is late: while this process itself is stalled, the provider's reply
 * waits unread in the socket and may well have been on time.
 */
export class Patience {
  readonly #over = new AbortController();
  readonly #limits: Pick<ModelSettings, 'idleMs' | 'turnMs'>;
  readonly #longestStepMs: number;
  readonly #looking: NodeJS.Timeout;
  #lookedAt = performance.now();
  #idleMs = 0;
  #wholeMs = 0;

  constructor({ idleMs, turnMs }: Pick<ModelSettings, 'idleMs' | 'turnMs'>) {
    this.#limits = { idleMs, turnMs };
    const everyMs = Math.max(1, Math.floor(Math.min(idleMs, turnMs) / LOOKS));
    this.#longestStepMs = 2 * everyMs;
    this.#looking = setInterval(() => this.#look(), everyMs);
  }

  get signal(): AbortSignal {
    return this.#over.signal;
  }

  renew(): void {
    // The next check also counts the part of its step before this progress, so subtract that part here.
    this.#idleMs = -this.#step();
  }

  end(): void {
    clearInterval(this.#looking);
  }

  #look(): void {
    const step = this.#step();
    this.#lookedAt = performance.now();
    this.#idleMs += step;
    this.#wholeMs += step;
    if (this.#idleMs < this.#limits.idleMs && this.#wholeMs < this.#limits.turnMs) return;
    this.end();
    this.#over.abort();
  }

  #step(): number {
    return Math.min(performance.now() - this.#lookedAt, this.#longestStepMs);
  }
}
