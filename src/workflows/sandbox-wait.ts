import { type ActivityOptions, sleep } from '@temporalio/workflow';
import { isOfType } from './activity-failure.ts';

/** Options of an activity that opens a sandbox, works in it and has no effect but its stored result, so that it can be repeated. */
export const IN_SANDBOX: ActivityOptions = {
  startToCloseTimeout: '15m',
  heartbeatTimeout: '5s',
  scheduleToCloseTimeout: '30m',
  retry: { initialInterval: '500ms', backoffCoefficient: 2, maximumInterval: '10s' },
};

/** Pause before another attempt if all sandboxes are in use, and the number of attempts. */
const PAUSE_MS = 15_000;
const ATTEMPTS = 20;

/** Performs an activity that needs a sandbox, and retries after a pause while all of them are in use. */
export const whenSandboxIsFree = async <T>(perform: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await perform();
    } catch (error) {
      if (attempt === ATTEMPTS || !isOfType(error, 'SandboxesBusy')) throw error;
    }
    await sleep(PAUSE_MS);
  }
};
