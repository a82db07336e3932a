import type { ModelError, ModelErrorCode } from './errors.ts';

/** Failures that end a turn at one provider, but not necessarily at another. */
const AT_THE_PROVIDER: ReadonlySet<ModelErrorCode> = new Set([
  'model_unavailable',
  'model_rate_limited',
  'model_interrupted',
  'model_quota',
  'model_auth',
  'model_not_found',
  'model_endpoint',
  'model_protocol',
]);

export const isAtTheProvider = ({ code }: ModelError): boolean => AT_THE_PROVIDER.has(code);

/**
 * Number of consecutive failures after which a provider counts as away. A single failure is often just a hiccup, so it is
 * retried.
 */
const FAILURES = 2;
/** Time in milliseconds for which a provider that is away is not asked, unless it asks for longer. */
const AWAY_MS = 30_000;
const LONGEST_AWAY_MS = 600_000;

/** Which providers cannot be used at the moment, as seen by this process. */
export class Outages {
  readonly #failures = new Map<string, number>();
  readonly #awayUntil = new Map<string, number>();

  answered(model: string): void {
    this.#failures.delete(model);
    this.#awayUntil.delete(model);
  }

  failed(model: string, error: ModelError): void {
    if (!isAtTheProvider(error)) return;
    const failures = (this.#failures.get(model) ?? 0) + 1;
    this.#failures.set(model, failures);
    const wait = error.retryAfterMs ?? 0;
    // Asking again soon would not help if the provider refuses for good or asks for a longer wait.
    if (error.retryable && failures < FAILURES && wait <= AWAY_MS) return;
    this.#awayUntil.set(model, performance.now() + Math.min(Math.max(wait, AWAY_MS), LONGEST_AWAY_MS));
  }

  isAway(model: string): boolean {
    return performance.now() < (this.#awayUntil.get(model) ?? 0);
  }
}
