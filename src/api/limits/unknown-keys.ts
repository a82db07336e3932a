import { isIPv6 } from 'node:net';
import { ProblemError } from '../http/problem.ts';
import { TokenBuckets } from './token-bucket.ts';

/** Maximum number of invalid keys that one address may send in a burst, and per minute. */
export const UNKNOWN_KEYS_PER_MINUTE = 120;

const groups = (part: string): string[] => (part === '' ? [] : part.split(':'));

/** Returns an address's network. An IPv6 host can use any address in its /64, so the whole prefix counts as one address. */
const networkOf = (address: string): string => {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address;
  const [head = '', tail = ''] = address.split('%', 1)[0]!.split('::', 2);
  const [before, after] = [groups(head), groups(tail)];
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  return [...before, ...zeros, ...after].slice(0, 4).join(':');
};

/** One attempt to use a key. */
export interface Attempt {
  /** Whether the address has attempts left, so that the key gets its own database query. */
  readonly allowed: boolean;
  readonly worked: () => void;
  /** @throws ProblemError 429 if the address had no attempts left */
  readonly failed: () => void;
}

/**
 * Counts invalid keys by the address that sent them. Once an address has used up its attempts, its keys no longer cost a query
 * each, and its invalid keys get a 429 response. Its valid keys still work, because many callers may share a proxy's address.
 */
export class UnknownKeys {
  readonly #tries: TokenBuckets;

  constructor(perMinute: number = UNKNOWN_KEYS_PER_MINUTE, now?: () => number) {
    this.#tries = new TokenBuckets(perMinute, now);
  }

  /**
   * Uses up an attempt before the key is looked up, so that keys sent all at once are counted too. A valid key gives the attempt
   * back.
   */
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
