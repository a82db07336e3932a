import type { Budgets } from '../../governance/agent/budgets.ts';
import type { RunAsk } from '../../governance/reviews/asked-calls.ts';
import { ASKED_AT_MOST_MS } from '../../governance/reviews/asks.ts';
import { SUSPENDED_AT_MOST_MS } from '../../governance/suspension/scopes.ts';

/** Maximum time in milliseconds that an agent's code waits for a sandbox before the model is asked to try again. */
export const SANDBOX_WAIT_MS = 60_000;

/**
 * Milliseconds added to the run's own wall-time limit, in case its dependencies restart and for the turn in progress when the
 * limit is reached.
 */
const SLACK_MS = 90 * 60_000;

/**
 * Returns the maximum lifetime of an agent's workflow in milliseconds, including the time for which it may be
 * suspended.
 * @param ask absent if the run asks nobody, so that it never waits for people
 */
export const executionTimeoutOf = ({ wall_ms }: Budgets, ask?: RunAsk | null): number =>
  wall_ms + SLACK_MS + SUSPENDED_AT_MOST_MS + (ask == null ? 0 : ASKED_AT_MOST_MS);
