import { ModelError } from '../../errors.ts';
import { type Members, membersOf } from './members.ts';

/** Returns the error that a chunk or a choice reports; undefined if there is none. Some servers write `"error": null` into each. */
export const failureIn = (members: Members): unknown => {
  const { error } = members;
  if (typeof error === 'string' && error !== '') return { message: error };
  if (Object.keys(membersOf(error)).length > 0) return error;
  return members['object'] === 'error' || members['type'] === 'error' ? members : undefined;
};

/** Parses a line of data. @throws ModelError if it is not JSON, because then part of the reply is missing */
export const chunkIn = (data: string): Members => {
  try {
    return membersOf(JSON.parse(data));
  } catch {
    throw new ModelError('model_interrupted', { because: 'malformed' });
  }
};
