import { spawn } from 'node:child_process';

interface CommandOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Receives the command's progress; by default, it is only kept for the error message. */
  readonly say?: (line: string) => void;
}

const KEPT_CHARACTERS = 4_000;

/**
 * Runs a command.
 * @returns its standard output
 * @throws Error with the end of its output if it fails
 */
export const command = async (
  [program, ...args]: readonly [string, ...string[]],
  { cwd, env = process.env, say }: CommandOptions = {},
): Promise<string> => {
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let [output, errors] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    errors = (errors + chunk).slice(-KEPT_CHARACTERS);
    say?.(chunk.trimEnd());
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code === 0) return output;
  const said = `${output.slice(-KEPT_CHARACTERS)}\n${errors}`.trim();
  throw new Error(`${[program, ...args].join(' ')} ended with exit code ${code}:\n${said}`);
};
