import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** The result of one of doctor's checks. */
export interface CheckFinding {
  readonly name: string;
  /** `note`: missing, but not needed for what runs now; `wrong`: prevents a start or harms the service. */
  readonly state: 'ok' | 'note' | 'wrong';
  readonly found: string;
  /** What follows from it, and what to do; empty when all is well. */
  readonly meaning: string;
}

const run = promisify(execFile);

/** Returns the first line that a program prints, or undefined when it is missing or fails. */
export const firstLine = async (program: string, args: readonly string[]): Promise<string | undefined> =>
  run(program, args, { timeout: 20_000 }).then(
    ({ stdout }) => stdout.split('\n')[0]?.trim(),
    () => undefined,
  );
