import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rename, rm, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { fullDisk, ProvisionError } from './problem.ts';
import { endWithUs } from './processes.ts';
import type { Report } from '../process/progress.ts';

/** Folder with go.mod and go.sum, which pin every module of the build with its hash. */
const MODULE = fileURLToPath(new URL('temporal-cli/', import.meta.url));
const PACKAGE = 'github.com/temporalio/cli/cmd/temporal';
/** Oldest Go version (1.x) that can itself download the Go version that the module requires. */
const OLDEST_GO = 21;
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
    let modules = 0;
    const packages = await go(env, ['list', '-deps', PACKAGE], (line) => {
      if (line.startsWith('go: downloading')) report(`fetching modules, ${(modules += 1)} so far`);
    });
    let built = 0;
    const output = join(folder, 'temporal');
    await go(env, ['build', '-v', '-trimpath', '-ldflags=-s -w', '-o', output, PACKAGE], () =>
      report(`building from source, ${(built += 1)} of ${packages} packages`),
    );
    await run(output, ['--version']);
    await rename(output, path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const requireGo = async (failure: string, env: NodeJS.ProcessEnv): Promise<void> => {
  const version = await run('go', ['version'], { env }).then(
    ({ stdout }) => Number(/go1\.(\d+)/.exec(stdout)?.[1] ?? 0),
    () => undefined,
  );
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

/** Runs go in the pinned module. Reports each line of stderr, and returns the number of lines on stdout. */
const go = async (
  env: NodeJS.ProcessEnv,
  args: readonly string[],
  onLine: (line: string) => void,
): Promise<number> => {
  const child = spawn('go', args, {
    cwd: MODULE,
    env: { ...env, CGO_ENABLED: '0', GOFLAGS: '-mod=readonly', GOWORK: 'off' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  endWithUs(child, 'SIGTERM');
  const last: string[] = [];
  let lines = 0;
  createInterface(child.stdout).on('line', () => (lines += 1));
  createInterface(child.stderr).on('line', (line) => {
    last.push(line);
    if (last.length > 5) last.shift();
    onLine(line);
  });
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code === 0) return lines;
  const said = last.join('\n');
  if (said.includes('no space left')) throw fullDisk('the Go build cache');
  throw new ProvisionError(
    `Temporal could not be built from source:\n${said}`,
    'Put the program temporal on PATH, or set TEMPORAL_ADDRESS to a running server.',
  );
};
