/** Whether one request is allowed. `remaining` counts whole tokens; `resetSeconds` is the time until the bucket is full again. */
export interface RateVerdict {
  readonly allowed: boolean;
  readonly remaining: number;
  readonly resetSeconds: number;
  /** Seconds until the next token if the request was refused. */
  readonly retrySeconds: number;
}

interface Bucket {
  tokens: number;
  at: number;
}

const MOST_BUCKETS = 50_000;
const FORGET_EVERY_MS = 1_000;

/**
 * Name of the bucket that all additional names share once there is no more room, so that a flood of new names costs neither
 * memory nor time.
 */
const SHARED = '';

/**
 * Token buckets by name. Each is refilled evenly with `perMinute` tokens a minute, and holds at most that many. Each process has
 * its own buckets, so N API processes allow N times as many requests.
 */
export class TokenBuckets {
  readonly perMinute: number;
  readonly #now: () => number;
  readonly #buckets = new Map<string, Bucket>();
  #forgotAt = -Infinity;

  /** @param now returns the milliseconds of a monotonic clock */
  constructor(perMinute: number, now: () => number = () => performance.now()) {
    this.perMinute = perMinute;
    this.#now = now;
  }

  take(name: string): RateVerdict {
    const now = this.#now();
    const perMs = this.perMinute / 60_000;
    const bucket = this.#bucketOf(name, now);
    bucket.tokens = this.#tokensIn(bucket, now);
    bucket.at = now;
    const allowed = bucket.tokens >= 1;
    if (allowed) bucket.tokens -= 1;
    return {
      allowed,
      remaining: Math.floor(bucket.tokens),
      resetSeconds: Math.ceil((this.perMinute - bucket.tokens) / perMs / 1_000),
      retrySeconds: allowed ? 0 : Math.ceil((1 - bucket.tokens) / perMs / 1_000),
    };
  }

  /** Puts back a token that was taken. */
  giveBack(name: string): void {
    const bucket = this.#buckets.get(name) ?? this.#buckets.get(SHARED);
    if (bucket !== undefined) bucket.tokens = Math.min(this.perMinute, bucket.tokens + 1);
  }

  #tokensIn({ tokens, at }: Bucket, now: number): number {
    return Math.min(this.perMinute, tokens + ((now - at) * this.perMinute) / 60_000);
  }

  #bucketOf(name: string, now: number): Bucket {
    const known = this.#buckets.get(name);
    if (known !== undefined) return known;
    const isFull = (): boolean => this.#buckets.size >= MOST_BUCKETS;
    if (isFull() && now - this.#forgotAt > FORGET_EVERY_MS) this.#forgetFull(now);
    const bucket = (isFull() && this.#buckets.get(SHARED)) || { tokens: this.perMinute, at: now };
    this.#buckets.set(isFull() ? SHARED : name, bucket);
    return bucket;
  }

  /** Drops buckets that have been unused for a minute. They are full, so dropping them has no effect. */
  #forgetFull(now: number): void {
    this.#forgotAt = now;
    for (const [name, { at }] of this.#buckets) if (now - at > 60_000) this.#buckets.delete(name);
  }
}
