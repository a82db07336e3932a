import { ApplicationFailure, condition, defineSignal, patched, setHandler } from '@temporalio/workflow';
import { isOfType } from './activity-failure.ts';
import { SUSPENDED_AT_MOST_MS } from '../governance/suspension/scopes.ts';
import type { ResumedWord } from '../temporal/signal-resumed.ts';

/** Signal that a suspension of the run's team has ended. It only makes a waiting run try again. */
const resumedSignal = defineSignal<[ResumedWord]>('resumed');

/** Pause before a suspended step is tried again without a signal, which may be lost. It doubles each time. */
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 60_000;

/** Lets a workflow wait until suspensions end. */
export interface Suspension {
  /** Repeats an attempt while it fails because the team has suspended the work. The attempt must be safe to repeat. */
  readonly heed: <T>(attempt: () => Promise<T>) => Promise<T>;
  /** Total time in milliseconds that the run has waited. It does not count towards the run's own limit. */
  readonly waitedMs: () => number;
}

export const createSuspension = (): Suspension => {
  let waited = 0;
  return {
    waitedMs: () => waited,
    heed: async (attempt) => {
      for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
        try {
          return await attempt();
        } catch (error) {
          // During an upgrade, a worker of an earlier release may have ended the run here instead of waiting.
          if (!isSuspended(error) || !patched('suspension')) throw error;
          if (waited >= SUSPENDED_AT_MOST_MS) throw tooLong();
        }
        const since = Date.now();
        let resumed = false;
        setHandler(resumedSignal, () => {
          resumed = true;
        });
        await condition(() => resumed, pause);
        waited += Date.now() - since;
      }
    },
  };
};

/** Returns whether an activity had no effect because the team has suspended its work. */
export const isSuspended = (error: unknown): boolean => isOfType(error, 'Suspended');

const tooLong = (): ApplicationFailure =>
  ApplicationFailure.nonRetryable('The run waited seven days for a suspension to end.', 'Suspended');
