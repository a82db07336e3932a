import { execFile } from 'node:child_process';
import { access, constants, mkdir, readdir, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { withFolderLock } from '../process/lock.ts';
import { silent } from '../process/progress.ts';
import type { Report } from '../process/progress.ts';
import { buildTemporal } from './temporal-build.ts';
import { downloadTemporal } from './temporal-download.ts';

/** The newest CLI version whose module can be built from the Go module proxy. It contains server 1.29.1. */
export const TEMPORAL_CLI_VERSION = '1.5.1';

/** Returns the folder for the program. It is outside the checkout, so that a fresh clone starts quickly. */
export const temporalCache = (env: NodeJS.ProcessEnv): string =>
  join(env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'pramaan', `temporal-cli-${TEMPORAL_CLI_VERSION}`);

const run = promisify(execFile);

const isProgram = async (path: string): Promise<boolean> =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  );

/** Returns the `temporal` program from PATH or from the cache, if there is one. */
export const findTemporal = async (env: NodeJS.ProcessEnv): Promise<string | undefined> => {
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  for (const path of [...folders, temporalCache(env)].map((folder) => join(folder, 'temporal'))) {
    if ((await isProgram(path)) && (await hasDevServer(path))) return path;
  }
  return undefined;
};

/** Returns whether a program is a usable `temporal`, rather than an old version or another program with that name. */
const hasDevServer = async (path: string): Promise<boolean> =>
  run(path, ['server', 'start-dev', '--help'], { timeout: 20_000 }).then(
    ({ stdout }) => stdout.includes('--dynamic-config-value') && stdout.includes('--ui-codec-endpoint'),
    () => false,
  );

/**
 * Returns the `temporal` program from PATH or the cache. If there is none, downloads the official release, or if that fails,
 * builds it from source with Go. Processes that need it at the same time share one download or build.
 * @throws ProvisionError when none of the four ways works
 */
export const ensureTemporalBinary = async (
  report: Report = silent,
  env: NodeJS.ProcessEnv = process.env,
): Promise<string> => {
  const found = await findTemporal(env);
  if (found !== undefined) return found;
  const cache = temporalCache(env);
  await mkdir(cache, { recursive: true });
  const path = join(cache, 'temporal');
  return withFolderLock(cache, report, async () => {
    if (await isProgram(path)) return path;
    await removeLeftOvers(cache);
    report('downloading the release');
    const failure = await downloadTemporal(
      TEMPORAL_CLI_VERSION,
      path,
      report,
      env['TEMPORAL_CLI_SHA256'],
    ).then(() => undefined, reasonOf);
    if (failure !== undefined) await buildTemporal(path, report, failure, env);
    return path;
  });
};

/** Returns the reason for an error. An error from fetch only says "fetch failed" and has the reason in its cause. */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
};

/** Removes the leftovers of interrupted downloads and builds. The caller must hold the folder's lock. */
const removeLeftOvers = async (cache: string): Promise<void> => {
  const names = await readdir(cache);
  for (const name of names.filter((name) => /^(download|build)-/.test(name))) {
    await rm(join(cache, name), { recursive: true, force: true });
  }
};
