import { isIPv6 } from 'node:net';
import { ProblemError } from '../http/problem.ts';
import { TokenBuckets } from './token-bucket.ts';

/** Wrong keys that one address may send at once, and within a minute. */
export const UNKNOWN_KEYS_PER_MINUTE = 120;

const groups = (part: string): string[] => (part === '' ? [] : part.split(':'));

/** Returns the network of an address: an IPv6 host can use any address of its /64, so that prefix counts as one. */
const networkOf = (address: string): string => {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address;
  const [head = '', tail = ''] = address.split('%', 1)[0]!.split('::', 2);
  const [before, after] = [groups(head), groups(tail)];
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  return [...before, ...zeros, ...after].slice(0, 4).join(':');
};

/** One attempt to use a key. */
export interface Attempt {
  /** Whether the address has tries left, so that the key may have a query of its own. */
  readonly allowed: boolean;
  readonly worked: () => void;
  /** @throws ProblemError 429 when the address had no tries left */
  readonly failed: () => void;
}

/**
 * Counts keys that do not work by the address they come from. Once an address has used up its tries, its further keys cost no
 * query each, and its wrong keys are answered 429. Its good keys still work, because many callers share the address of a proxy.
 */
export class UnknownKeys {
  readonly #tries: TokenBuckets;

  constructor(perMinute: number = UNKNOWN_KEYS_PER_MINUTE, now?: () => number) {
    this.#tries = new TokenBuckets(perMinute, now);
  }

  /** Takes a try before anything is looked up, so that keys sent all at once count too; a key that works gives it back. */
  begin(address: string): Attempt {
    const network = networkOf(address);
    const { allowed, retrySeconds } = this.#tries.take(network);
    return {
      allowed,
      worked: () => {
        if (allowed) this.#tries.giveBack(network);
      },
      failed: () => {
        if (!allowed) throw tooManyKeys(retrySeconds);
      },
    };
  }
}

const tooManyKeys = (retrySeconds: number): ProblemError =>
  new ProblemError('rate-limited', {
    detail: 'Too many invalid API keys came from this address. Try again after `Retry-After` seconds.',
    headers: { 'Retry-After': String(retrySeconds) },
  });
