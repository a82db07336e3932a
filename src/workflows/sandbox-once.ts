import { proxyLocalActivities } from '@temporalio/workflow';
import type { SandboxActivities } from '../activities/sandbox.ts';

/** Extra time in milliseconds, in case the database restarts while the work is being recorded. */
const SLACK_MS = 90_000;

/**
 * Returns activities that open, use and destroy a sandbox in the same process that takes the workflow's task, because a hop
 * through Temporal costs more than the sandbox itself.
 */
export const sandboxOnce = (input: { readonly timeout_ms: number; readonly wait_ms: number }) =>
  proxyLocalActivities<
    Pick<SandboxActivities, 'runCodeOnce' | 'extractDocument' | 'checkDocument' | 'drawPage'>
  >({
    startToCloseTimeout: input.timeout_ms + input.wait_ms + SLACK_MS,
    retry: { initialInterval: '100ms', maximumInterval: '2s', maximumAttempts: 5 },
  });
