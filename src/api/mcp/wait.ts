import { setTimeout as sleep } from 'node:timers/promises';
import { ProblemError } from '../http/problem.ts';
import type { JsonObject } from './schemas.ts';

const FIRST_LOOK_MS = 100;
const LOOK_EVERY_MS = 1_000;

export interface Wait {
  readonly seconds: number;
  /** Ends the wait early, if the client disconnects or the process is about to stop. */
  readonly stop: AbortSignal;
  readonly read: () => Promise<JsonObject>;
  /** Called whenever more steps are done than before. */
  readonly onSteps: (steps: number) => Promise<void>;
}

/**
 * Returns a run's state once it has ended or waits for a person, which may take days, or else its last state
 * before the wait is over. If the state cannot be read at the moment, the last one is returned, because it
 * has the handle with which the caller can try again.
 * @throws ProblemError if the caller may no longer read the run, or it was erased
 */
export const untilEnded = async (first: JsonObject, wait: Wait): Promise<JsonObject> => {
  const until = performance.now() + wait.seconds * 1_000;
  let state = first;
  let steps = -1;
  for (let pause = FIRST_LOOK_MS; ; pause = Math.min(pause * 1.5, LOOK_EVERY_MS)) {
    const done = stepsIn(state);
    if (done > steps) await wait.onSteps((steps = done));
    const left = until - performance.now();
    if (!isWorking(state) || left <= 0 || wait.stop.aborted) return state;
    await sleep(Math.min(pause, left), undefined, { signal: wait.stop }).catch(() => undefined);
    try {
      state = await wait.read();
    } catch (error) {
      if (error instanceof ProblemError && error.status < 500) throw error;
      return state;
    }
  }
};

const isWorking = ({ status, waiting_for: reason }: JsonObject): boolean =>
  status === 'running' && (reason as JsonObject | null | undefined)?.['kind'] !== 'review';

/**
 * A case lists all of its steps from the start, so those that it never reaches are still listed at its end.
 */
const NOT_DONE: ReadonlySet<unknown> = new Set(['pending', 'skipped']);

const stepsIn = ({ steps }: JsonObject): number =>
  Array.isArray(steps) ? steps.filter(({ status }: JsonObject) => !NOT_DONE.has(status)).length : 0;
