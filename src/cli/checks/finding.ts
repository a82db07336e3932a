import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** What doctor found out about one thing. */
export interface CheckFinding {
  readonly name: string;
  /** `note`: not there, and not needed for what runs now; `wrong`: stands in the way of a start or of the service. */
  readonly state: 'ok' | 'note' | 'wrong';
  readonly found: string;
  /** What follows from it, and what to do; empty when all is well. */
  readonly meaning: string;
}

const run = promisify(execFile);

/** The first line that a program prints, or undefined when it is not there or fails. */
export const firstLine = async (program: string, args: readonly string[]): Promise<string | undefined> =>
  run(program, args, { timeout: 20_000 }).then(
    ({ stdout }) => stdout.split('\n')[0]?.trim(),
    () => undefined,
  );
