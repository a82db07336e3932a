import { execFile } from 'node:child_process';
import { access, mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Installs a package from npm into a folder of its own, once per machine, without its install scripts. For
 * third-party programs that test this service and would bring many packages into the lock file.
 * @param program a file of the package
 * @returns the path of the program; undefined on a machine without npm's registry, where its tests are
 * skipped
 */
export const npmProgram = async (
  name: string,
  version: string,
  program: string,
): Promise<string | undefined> => {
  const cache = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache');
  const folder = join(cache, 'pramaan', `${name}@${version}`.replaceAll('/', '+'));
  const path = join(folder, 'node_modules', name, program);
  const isInstalled = async (): Promise<boolean> =>
    access(join(folder, 'installed')).then(
      () => true,
      () => false,
    );
  try {
    if (await isInstalled()) return path;
    await mkdir(folder, { recursive: true });
    const options = ['--no-audit', '--no-fund', '--no-save', '--ignore-scripts'];
    await run('npm', ['install', ...options, '--prefix', folder, `${name}@${version}`], {
      maxBuffer: 1 << 26,
    });
    await access(path);
    await mkdir(join(folder, 'installed'));
    return path;
  } catch (error) {
    process.stderr.write(`${name} cannot be installed, so it is not tried: ${String(error)}\n`);
    return undefined;
  }
};
