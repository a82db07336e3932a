import { hasRounded } from '../governance/exact-number.ts';
import { ProvisionError } from './problem.ts';

/**
 * Parses JSON and refuses numbers that would be rounded.
 * @param where place of the JSON in a file, such as `Line 3`
 * @throws ProvisionError if a number would be rounded
 */
export const parsedExactly = (json: string, where: string): unknown => {
  const value: unknown = JSON.parse(json);
  if (hasRounded(json))
    throw new ProvisionError(
      `${where} has a number that would lose digits.`,
      'Write it as a string, such as "9223372036854775807".',
    );
  return value;
};
