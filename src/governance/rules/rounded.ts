import { hasRounded, mayBeRounded } from '../exact-number.ts';
import { memberOf, type Case } from '../members.ts';

/** Returns the names of members whose numbers a JSON parser may have rounded. */
export const roundedIn = (given: Case, names: readonly string[]): readonly string[] =>
  names.filter((name) => mayBeRounded(memberOf(given, name)));

/** Returns whether a list of lines, or JSON of one, has such a number in a line. */
export const hasRoundedLine = (lines: unknown): boolean => {
  if (Array.isArray(lines))
    return lines.some(
      (line: unknown) =>
        mayBeRounded(line) ||
        (typeof line === 'object' && line !== null && Object.values(line).some(mayBeRounded)),
    );
  return typeof lines === 'string' && isRoundedJson(lines);
};

const isRoundedJson = (text: string): boolean => {
  try {
    return hasRounded(text) || hasRoundedLine(listIn(text));
  } catch {
    return false;
  }
};

const listIn = (text: string): unknown => {
  const parsed: unknown = JSON.parse(text);
  return Array.isArray(parsed) ? parsed : undefined;
};
