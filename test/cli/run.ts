import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { COMPILE_CACHE } from '../helpers/compile-cache.ts';

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const MAIN = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));

/** Runs the command line as a user does: in a separate process, with its own environment. */
export const pramaan = async (
  env: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<Ran> => {
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: { PATH: process.env['PATH'], ...COMPILE_CACHE, ...env },
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => {
    child.once('close', resolve);
  });
  return { code, stdout, stderr };
};
