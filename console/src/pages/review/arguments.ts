import type { ReviewBody } from '../../../../src/contract/review.ts';
import { isObject, jsonObject, type JsonObject } from '../../parts/json-object.ts';

/** Returns the arguments of the call that a review asks about; undefined if it asks about something else. */
export const argumentsOf = ({
  kind,
  evidence,
}: Pick<ReviewBody, 'kind' | 'evidence'>): JsonObject | undefined => {
  const { call } = evidence;
  if (kind !== 'tool_call' || !isObject(call)) return undefined;
  return isObject(call['arguments']) ? call['arguments'] : undefined;
};

/**
 * Returns the arguments that somebody wrote; undefined if they are unchanged, null if the text is not a JSON
 * object.
 */
export const changedArguments = (text: string, before: JsonObject): JsonObject | undefined | null => {
  const written = jsonObject(text);
  if (written === undefined) return null;
  return JSON.stringify(written) === JSON.stringify(before) ? undefined : written;
};
