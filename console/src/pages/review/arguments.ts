import type { ReviewBody } from '../../../../src/contract/review.ts';

type Arguments = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Arguments =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the arguments of the call that a review asks about; undefined if it asks about something else. */
export const argumentsOf = ({
  kind,
  evidence,
}: Pick<ReviewBody, 'kind' | 'evidence'>): Arguments | undefined => {
  const { call } = evidence;
  if (kind !== 'tool_call' || !isObject(call)) return undefined;
  return isObject(call['arguments']) ? call['arguments'] : undefined;
};

/** Returns the arguments that somebody wrote, undefined if they are the same as before, or null if they are none. */
export const changedArguments = (text: string, before: Arguments): Arguments | undefined | null => {
  try {
    const written: unknown = JSON.parse(text);
    if (!isObject(written)) return null;
    return JSON.stringify(written) === JSON.stringify(before) ? undefined : written;
  } catch {
    return null;
  }
};
