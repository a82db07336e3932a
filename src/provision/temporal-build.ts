import { execFile } from 'node:child_process';
import { mkdtemp, rename, rm, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { buildGoProgram, GoError, goVersion, OLDEST_GO } from './go.ts';
import { fullDisk, ProvisionError } from './problem.ts';
import type { Report } from '../process/progress.ts';

/** Folder with go.mod and go.sum, which pin every module of the build with its hash. */
const MODULE = fileURLToPath(new URL('temporal-cli/', import.meta.url));
const PACKAGE = 'github.com/temporalio/cli/cmd/temporal';
/** Disk space needed for the modules, the build cache and the program, as measured on an empty machine, plus a margin. */
const NEEDED_BYTES = 4e9;

const run = promisify(execFile);

/**
 * Builds the CLI from source with Go into `path`, which takes three to four minutes on two cores.
 * @param failure why the release could not be downloaded, for the error message if Go is missing too
 */
export const buildTemporal = async (
  path: string,
  report: Report,
  failure: string,
  env: NodeJS.ProcessEnv,
): Promise<void> => {
  await requireGo(failure, env);
  const { bavail, bsize } = await statfs(dirname(path));
  if (bavail * bsize < NEEDED_BYTES) {
    throw new ProvisionError(
      `Building Temporal needs ${NEEDED_BYTES / 1e9} GB of disk, but only ${((bavail * bsize) / 1e9).toFixed(1)} GB are free.`,
      'Free some space, or put the program temporal on PATH, or set TEMPORAL_ADDRESS.',
    );
  }
  const folder = await mkdtemp(join(dirname(path), 'build-'));
  try {
    const output = join(folder, 'temporal');
    await buildGoProgram({ module: MODULE, source: PACKAGE, output }, env, report).catch(explainFailure);
    await run(output, ['--version']);
    await rename(output, path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const requireGo = async (failure: string, env: NodeJS.ProcessEnv): Promise<void> => {
  const version = await goVersion(env);
  if (version !== undefined && version >= OLDEST_GO) return;
  const state =
    version === undefined
      ? 'Go is not installed'
      : `Go 1.${version} is too old (1.${OLDEST_GO} or newer is needed)`;
  throw new ProvisionError(
    `Temporal is not installed: its release could not be downloaded (${failure}), and it cannot be built: ${state}.`,
    'Do one of these: install Go (https://go.dev/dl); put the program temporal on PATH; set TEMPORAL_ADDRESS to a server.',
  );
};

const explainFailure = (error: unknown): never => {
  if (!(error instanceof GoError)) throw error;
  if (error.message.includes('no space left')) throw fullDisk('the Go build cache');
  throw new ProvisionError(
    `Temporal could not be built from source:\n${error.message}`,
    'Put the program temporal on PATH, or set TEMPORAL_ADDRESS to a running server.',
  );
};
