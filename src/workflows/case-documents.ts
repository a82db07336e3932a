import { ActivityFailure, ApplicationFailure, patched, proxyActivities, sleep } from '@temporalio/workflow';
import type { SandboxActivities } from '../activities/sandbox.ts';
import type { VerticalRunInput } from '../runs/vertical/workflow.ts';
import type { Suspension } from './suspension.ts';

/** Maximum time in milliseconds to wait for a sandbox in one attempt. */
const WAIT_MS = 60_000;
/** Pause before another attempt if all sandboxes are in use, and the number of attempts. */
const PAUSE_MS = 15_000;
const ATTEMPTS = 20;

/**
 * Reads a run's documents in sandboxes, before the step that reads the case. The activity seals what it read; only the steps open
 * it. Runs without documents schedule nothing.
 */
export const readCaseDocuments = async (run: VerticalRunInput, { heed }: Suspension): Promise<void> => {
  const { documents, sandbox_queue: taskQueue } = run;
  if (documents === undefined || taskQueue === undefined || !patched('case-documents')) return;
  const activities = proxyActivities<Pick<SandboxActivities, 'readCaseDocuments'>>({
    taskQueue,
    startToCloseTimeout: '15m',
    heartbeatTimeout: '5s',
    scheduleToCloseTimeout: '30m',
    retry: { initialInterval: '500ms', backoffCoefficient: 2, maximumInterval: '10s' },
  });
  const { team_id, ledger_ref, vertical, asked_by } = run;
  const input = {
    team_id,
    ledger_ref,
    vertical,
    wait_ms: WAIT_MS,
    ...(asked_by !== undefined && { asked_by }),
  };
  for (let attempt = 1; ; attempt += 1) {
    try {
      await heed(async () => activities.readCaseDocuments(input));
      return;
    } catch (error) {
      if (attempt === ATTEMPTS || !areBusy(error)) throw error;
    }
    await sleep(PAUSE_MS);
  }
};

const areBusy = (error: unknown): boolean =>
  error instanceof ActivityFailure &&
  error.cause instanceof ApplicationFailure &&
  error.cause.type === 'SandboxesBusy';
