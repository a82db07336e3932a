import { ProvisionError } from '../../provision/problem.ts';

/**
 * Reads an option that counts something.
 * @throws ProvisionError if it is not a whole number above 0
 */
export const countIn = (text: string | undefined, otherwise: number): number => {
  if (text === undefined) return otherwise;
  const value = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value) || value < 1)
    throw new ProvisionError(`${text} is not a whole number above 0.`, 'Write one, such as 5.');
  return value;
};
