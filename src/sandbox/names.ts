import { fileNameProblem } from '../contract/file-name.ts';
import { JobRefusedError } from './errors.ts';

/**
 * Checks the name of a file to be placed below /tmp, by the same rule as the API.
 * @throws JobRefusedError
 */
export const checkFileName = (name: string): void => {
  const problem = fileNameProblem(name);
  if (problem !== undefined) throw new JobRefusedError(`a file name ${problem}`);
};
