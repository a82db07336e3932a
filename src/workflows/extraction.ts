import { proxyLocalActivities } from '@temporalio/workflow';
import type { SandboxActivities } from '../activities/sandbox.ts';
import type { ExtractionInput } from '../runs/document/workflow.ts';

/** Milliseconds for restarts of the database while the result is being stored. */
const SLACK_MS = 90_000;

/**
 * Extracts one document. As with submitted code, the sandbox is opened, used and destroyed by one activity in the process that
 * takes the workflow's task. It has no effects, so interrupted work is simply redone in another sandbox.
 */
export const extraction = async (input: ExtractionInput): Promise<void> => {
  const { extractDocument } = proxyLocalActivities<Pick<SandboxActivities, 'extractDocument'>>({
    startToCloseTimeout: input.timeout_ms + input.wait_ms + SLACK_MS,
    retry: { initialInterval: '100ms', maximumInterval: '2s', maximumAttempts: 5 },
  });
  await extractDocument(input);
};
