import { execFile } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { aptInstall } from './apt.ts';
import { explain } from './problem.ts';
import type { Progress } from '../process/progress.ts';

const run = promisify(execFile);

const FOLDERS = ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin'];

/** Returns a system program's path, if the program is installed. */
export const findProgram = async (name: string): Promise<string | undefined> => {
  for (const path of FOLDERS.map((folder) => join(folder, name))) {
    const found = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (found) return path;
  }
  return undefined;
};

/** Packages for our own container engine. mmdebstrap builds a base image if no image registry is reachable. */
const PACKAGES = { dockerd: 'docker.io', mmdebstrap: 'mmdebstrap' };
/** gVisor provides a second, stronger kind of sandbox. It is not available for every architecture. */
const OPTIONAL = { runsc: 'runsc' };

const missing = async (packages: Readonly<Record<string, string>>): Promise<readonly string[]> => {
  const absent: string[] = [];
  for (const [program, name] of Object.entries(packages)) {
    if ((await findProgram(program)) === undefined) absent.push(name);
  }
  return absent;
};

/** Returns whether Debian's current package lists contain a package. */
const isOffered = async (name: string): Promise<boolean> =>
  run('apt-cache', ['show', '--no-all-versions', name]).then(
    () => true,
    () => false,
  );

/**
 * Installs the missing packages for a container engine. Skips optional ones that are not available.
 * @throws ProvisionError when there is no container engine and none can be installed
 */
export const installContainerEngine = async (progress: Progress, env: NodeJS.ProcessEnv): Promise<void> => {
  const must = await missing(PACKAGES);
  const may = await missing(OPTIONAL);
  const offered = await Promise.all(may.map(isOffered));
  if (must.length === 0 && !offered.includes(true)) return;
  const name = `Installing a container engine (${[...must, ...may].join(', ')})`;
  await progress
    .step(name, (report) => aptInstall(must, may, report, env))
    .catch(async (error: unknown) => {
      if ((await findProgram('dockerd')) === undefined) throw error;
      progress.say(`  ! ${explain(error)}`);
    });
};
