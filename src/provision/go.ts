import { execFile, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { endWithUs } from './processes.ts';

/** Oldest Go version (1.x) that can itself download the Go version that a module requires. */
export const OLDEST_GO = 21;

const SAID_LINES = 5;

/** Thrown when a Go command fails. The message has the last lines that Go printed. */
export class GoError extends Error {
  override readonly name = 'GoError';
}

/** Returns the installed Go version: 26 for Go 1.26, or undefined if Go is not installed. */
export const goVersion = async (env: NodeJS.ProcessEnv): Promise<number | undefined> =>
  promisify(execFile)('go', ['version'], { env }).then(
    ({ stdout }) => Number(/go1\.(\d+)/.exec(stdout)?.[1] ?? 0),
    () => undefined,
  );

/**
 * Runs go in a module whose go.mod and go.sum pin every dependency with its hash. Reports each line of stderr.
 * @param module the folder with go.mod and go.sum
 * @returns the lines on stdout
 * @throws GoError with the last lines of stderr
 */
export const runGo = async (
  module: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  onLine: (line: string) => void,
): Promise<readonly string[]> => {
  const child = spawn('go', args, {
    cwd: module,
    env: { ...env, CGO_ENABLED: '0', GOFLAGS: '-mod=readonly', GOWORK: 'off' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  endWithUs(child, 'SIGTERM');
  const last: string[] = [];
  const lines: string[] = [];
  createInterface(child.stdout).on('line', (line) => lines.push(line));
  createInterface(child.stderr).on('line', (line) => {
    last.push(line);
    if (last.length > SAID_LINES) last.shift();
    onLine(line);
  });
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new GoError(last.join('\n'));
  return lines;
};

/**
 * Builds a program of a pinned module.
 * @param report receives how many modules have been fetched and packages built so far
 * @throws GoError with the last lines that Go printed
 */
export const buildGoProgram = async (
  { module, source, output }: { readonly module: string; readonly source: string; readonly output: string },
  env: NodeJS.ProcessEnv,
  report: (howFar: string) => void,
): Promise<void> => {
  let modules = 0;
  const packages = await runGo(module, ['list', '-deps', source], env, (line) => {
    if (line.startsWith('go: downloading')) report(`fetching modules, ${(modules += 1)} so far`);
  });
  let built = 0;
  await runGo(module, ['build', '-v', '-trimpath', '-ldflags=-s -w', '-o', output, source], env, () =>
    report(`building from source, ${(built += 1)} of ${packages.length} packages`),
  );
};
