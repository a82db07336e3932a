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

/** The newest CLI whose module builds from the Go module proxy; it contains server 1.29.1. */
export const TEMPORAL_CLI_VERSION = '1.5.1';

/** Where the program is kept: outside the checkout, so that a fresh clone starts at once. */
export const temporalCache = (env: NodeJS.ProcessEnv): string =>
  join(env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'pramaan', `temporal-cli-${TEMPORAL_CLI_VERSION}`);

const run = promisify(execFile);

const isProgram = async (path: string): Promise<boolean> =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  );

/** Returns the `temporal` of PATH or of the cache, if there is one. */
export const findTemporal = async (env: NodeJS.ProcessEnv): Promise<string | undefined> => {
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  for (const path of [...folders, temporalCache(env)].map((folder) => join(folder, 'temporal'))) {
    if ((await isProgram(path)) && (await hasDevServer(path))) return path;
  }
  return undefined;
};

/** Returns whether a program is a usable `temporal`; an old one on PATH, or another program of that name, is skipped. */
const hasDevServer = async (path: string): Promise<boolean> =>
  run(path, ['server', 'start-dev', '--help'], { timeout: 20_000 }).then(
    ({ stdout }) => stdout.includes('--dynamic-config-value') && stdout.includes('--ui-codec-endpoint'),
    () => false,
  );

/**
 * Returns the `temporal` program: the one on PATH, the cached one, else the official release, else a build from source with Go.
 * Two processes that ask at the same time share one download or build.
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

/** Returns the reason of an error; fetch says "fetch failed" and keeps the reason in its cause. */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
};

/** Removes what interrupted downloads and builds left behind. The caller holds the folder's lock. */
const removeLeftOvers = async (cache: string): Promise<void> => {
  const names = await readdir(cache);
  for (const name of names.filter((name) => /^(download|build)-/.test(name))) {
    await rm(join(cache, name), { recursive: true, force: true });
  }
};
