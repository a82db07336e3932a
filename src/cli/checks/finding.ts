import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** The result of one check by doctor. */
export interface CheckFinding {
  readonly name: string;
  /** `note`: missing but not needed at present; `wrong`: prevents a start or harms the service. */
  readonly state: 'ok' | 'note' | 'wrong';
  readonly found: string;
  /** The consequence and the remedy; empty if all is well. */
  readonly meaning: string;
}

const run = promisify(execFile);

/** Returns the first line of a program's output, or undefined if the program is missing or fails. */
export const firstLine = async (program: string, args: readonly string[]): Promise<string | undefined> =>
  run(program, args, { timeout: 20_000 }).then(
    ({ stdout }) => stdout.split('\n')[0]?.trim(),
    () => undefined,
  );
