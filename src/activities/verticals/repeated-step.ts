import type { StepDone } from './steps.ts';

/** Rolls back a retried step, whose effect the first attempt has committed. By now a person may have decided about it. */
export class RepeatedError extends Error {
  readonly done: StepDone;

  constructor(done: StepDone) {
    super('The step was performed before.');
    this.done = done;
  }
}

/** Returns the result of a step's first attempt, if there was one. */
export const unlessRepeated = async (perform: () => Promise<StepDone>): Promise<StepDone> => {
  try {
    return await perform();
  } catch (error) {
    if (error instanceof RepeatedError) return error.done;
    throw error;
  }
};
