import { ActivityFailure, ApplicationFailure } from '@temporalio/workflow';

/** Returns whether an activity failed with an error of one of these types. */
export const isOfType = (error: unknown, ...types: readonly string[]): boolean =>
  error instanceof ActivityFailure &&
  error.cause instanceof ApplicationFailure &&
  types.includes(error.cause.type ?? '');
