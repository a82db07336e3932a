import { fileNameProblem } from '../contract/file-name.ts';
import { JobRefusedError } from './errors.ts';

/**
 * Checks a file name that is to be put below /tmp, by the rule that the API has, too.
 * @throws JobRefusedError
 */
export const checkFileName = (name: string): void => {
  const problem = fileNameProblem(name);
  if (problem !== undefined) throw new JobRefusedError(`a file name ${problem}`);
};
