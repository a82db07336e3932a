import type { Budgets } from '../../governance/agent/budgets.ts';

/** Milliseconds that code of an agent waits for a sandbox before the model is asked to try again. */
export const SANDBOX_WAIT_MS = 60_000;

/**
 * Milliseconds beyond the run's own limit on wall time, for restarts of what it needs and for the turn in progress when the limit
 * is reached.
 */
const SLACK_MS = 90 * 60_000;

/** Returns the longest lifetime of an agent's workflow, in milliseconds. */
export const executionTimeoutOf = ({ wall_ms }: Budgets): number => wall_ms + SLACK_MS;
