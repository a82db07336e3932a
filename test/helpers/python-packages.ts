import { execFile } from 'node:child_process';
import { access, mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Installs packages from PyPI into an environment of their own, once per machine.
 * @param imported a module that proves that the installation is complete
 * @returns the interpreter; undefined on a machine without Python or PyPI, where the tests of these packages are skipped
 */
export const pythonWith = async (
  packages: readonly string[],
  imported: string,
): Promise<string | undefined> => {
  const folder = join(
    process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'),
    'pramaan',
    packages.join('+'),
  );
  const python = join(folder, 'bin', 'python');
  const isInstalled = async (): Promise<boolean> => {
    try {
      await access(python);
      await run(python, ['-c', `import ${imported}`]);
      return true;
    } catch {
      return false;
    }
  };
  try {
    if (await isInstalled()) return python;
    await mkdir(folder, { recursive: true });
    await run('python3', ['-m', 'venv', folder]);
    await run(python, ['-m', 'pip', 'install', '--quiet', ...packages]);
    return (await isInstalled()) ? python : undefined;
  } catch (error) {
    process.stderr.write(
      `${packages.join(', ')} cannot be installed, so it is not tried: ${String(error)}\n`,
    );
    return undefined;
  }
};
