import { execFile } from 'node:child_process';
import { cp, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';
import { inject } from 'vitest';
import { pythonWith } from './python-packages.ts';

const run = promisify(execFile);
const PACKAGES = ['httpx==0.28.1', 'mypy==2.4.1', 'wheel==0.48.0'];
const SOURCE = fileURLToPath(new URL('../../clients/python', import.meta.url));

export interface PythonClient {
  /** Runs a program that has the client installed. @returns its output */
  readonly run: (
    file: string,
    args: readonly string[],
    env?: Readonly<Record<string, string>>,
  ) => Promise<string>;
  /** Checks types strictly. @returns what mypy reports; empty if everything fits */
  readonly mypy: (...files: readonly string[]) => Promise<string>;
}

/**
 * Builds the Python client as a wheel and installs it for this test.
 * @returns undefined on a machine without Python or PyPI, where its tests are skipped
 */
export const installPythonClient = async (): Promise<PythonClient | undefined> => {
  const python = await pythonWith(PACKAGES, 'httpx, mypy, wheel');
  if (python === undefined) return undefined;
  const folder = await mkdtemp(join(inject('scratch'), 'python-client-'));
  // Building writes into the source's folder.
  await cp(SOURCE, join(folder, 'source'), { recursive: true });
  const pip = ['-m', 'pip', '--disable-pip-version-check'];
  const offline = ['--quiet', '--no-deps', '--no-build-isolation'];
  await run(python, [...pip, 'wheel', ...offline, '--wheel-dir', folder, join(folder, 'source')]);
  const installed = join(folder, 'installed');
  const wheel = join(folder, 'pramaan-0.2.0-py3-none-any.whl');
  await run(python, [...pip, 'install', ...offline, '--target', installed, wheel]);
  return {
    run: async (file, args, env = {}) => {
      const options = {
        env: { ...process.env, PYTHONPATH: installed, ...env },
        timeout: 240_000,
        maxBuffer: 1 << 26,
      };
      return (await run(python, [file, ...args], options)).stdout;
    },
    mypy: async (...files) => {
      const options = ['--strict', '--cache-dir', join(folder, 'mypy'), ...files];
      return run(python, ['-m', 'mypy', ...options], { env: { ...process.env, MYPYPATH: installed } }).then(
        () => '',
        (error: { stdout: string }) => error.stdout,
      );
    },
  };
};
