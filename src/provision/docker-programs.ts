import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';
import { aptInstall } from './apt.ts';
import type { Report } from './progress.ts';

const FOLDERS = ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin'];

/** The path of a program of the system, if it is installed. */
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

/** What an engine of our own takes, and mmdebstrap for a base image where no registry of images is within reach. */
const PACKAGES = { dockerd: 'docker.io', mmdebstrap: 'mmdebstrap' };
/** gVisor: a second, stronger kind of sandbox. Not every architecture has it. */
const OPTIONAL = { runsc: 'runsc' };

const missing = async (packages: Readonly<Record<string, string>>): Promise<readonly string[]> => {
  const absent: string[] = [];
  for (const [program, name] of Object.entries(packages)) {
    if ((await findProgram(program)) === undefined) absent.push(name);
  }
  return absent;
};

/** The Debian packages that are wanted and not installed: those that must be, and those that are good to have. */
export const missingPackages = async (): Promise<{ must: readonly string[]; may: readonly string[] }> => ({
  must: await missing(PACKAGES),
  may: await missing(OPTIONAL),
});

/** Installs what `missingPackages` names. */
export const installPackages = async (report: Report, env: NodeJS.ProcessEnv): Promise<void> => {
  const { must, may } = await missingPackages();
  await aptInstall(must, may, report, env);
};
