/** Verdict on one request. `remaining` counts whole tokens, `resetSeconds` until the bucket is full again. */
export interface Verdict {
  readonly allowed: boolean;
  readonly remaining: number;
  readonly resetSeconds: number;
  /** Until the next token, when refused. */
  readonly retrySeconds: number;
}

interface Bucket {
  tokens: number;
  at: number;
}

const MOST_BUCKETS = 50_000;

/**
 * One bucket per name, filled evenly: `perMinute` tokens a minute, as many at once. Kept in this process alone, so N
 * API processes allow N times as much.
 */
export class TokenBuckets {
  readonly perMinute: number;
  readonly #now: () => number;
  readonly #buckets = new Map<string, Bucket>();

  /** @param now milliseconds of a clock that never goes back */
  constructor(perMinute: number, now: () => number = () => performance.now()) {
    this.perMinute = perMinute;
    this.#now = now;
  }

  take(name: string): Verdict {
    const now = this.#now();
    const perMs = this.perMinute / 60_000;
    const bucket = this.#buckets.get(name) ?? { tokens: this.perMinute, at: now };
    bucket.tokens = Math.min(this.perMinute, bucket.tokens + (now - bucket.at) * perMs);
    bucket.at = now;
    const allowed = bucket.tokens >= 1;
    if (allowed) bucket.tokens -= 1;
    if (this.#buckets.size >= MOST_BUCKETS) this.#forgetFull(now);
    this.#buckets.set(name, bucket);
    return {
      allowed,
      remaining: Math.floor(bucket.tokens),
      resetSeconds: Math.ceil((this.perMinute - bucket.tokens) / perMs / 1_000),
      retrySeconds: allowed ? 0 : Math.ceil((1 - bucket.tokens) / perMs / 1_000),
    };
  }

  /** A bucket untouched for a minute is full: forgetting it changes nothing. */
  #forgetFull(now: number): void {
    for (const [name, { at }] of this.#buckets) if (now - at > 60_000) this.#buckets.delete(name);
  }
}
