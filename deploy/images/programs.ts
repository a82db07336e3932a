import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readFile, rename, rm, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withFolderLock } from '../../src/process/lock.ts';
import type { Report } from '../../src/process/progress.ts';
import { buildGoProgram, GoError, goVersion, OLDEST_GO, runGo } from '../../src/provision/go.ts';

/** What a pinned module (a folder here with go.mod and go.sum) provides. */
interface Module {
  /** Package of each program, under the program's name. */
  readonly programs: Readonly<Record<string, string>>;
  /** A file or folder of a dependency to copy next to the programs. */
  readonly copied: { readonly dependency: string; readonly path: string };
}

const MODULES = {
  'temporal-server': {
    programs: {
      'temporal-server': 'go.temporal.io/server/cmd/server',
      'temporal-sql-tool': 'go.temporal.io/server/cmd/tools/sql',
    },
    copied: { dependency: 'go.temporal.io/server', path: 'schema' },
  },
  'temporal-ui': {
    programs: { 'ui-server': 'github.com/temporalio/ui-server/v2/cmd/server' },
    copied: { dependency: 'github.com/temporalio/ui-server/v2', path: 'config/docker.yaml' },
  },
} as const satisfies Readonly<Record<string, Module>>;

export type ModuleName = keyof typeof MODULES;

const exists = async (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Returns a hash of everything that a module pins. */
export const moduleHash = async (name: ModuleName): Promise<string> => {
  const hash = createHash('sha256');
  for (const file of ['go.mod', 'go.sum']) {
    hash.update(await readFile(new URL(`${name}/${file}`, import.meta.url)));
  }
  return hash.digest('hex').slice(0, 16);
};

/**
 * Builds a module's programs with Go, unless an earlier call built them. They are kept outside the checkout, and processes that
 * need them at the same time share one build.
 * @returns the folder with the programs
 * @throws GoError if Go is missing or the build fails
 */
export const ensurePrograms = async (
  name: ModuleName,
  report: Report,
  env: NodeJS.ProcessEnv,
): Promise<string> => {
  const cache = join(env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'pramaan', 'programs');
  const folder = join(cache, `${name}-${await moduleHash(name)}`);
  const lock = join(cache, `${name}.lock`);
  await mkdir(lock, { recursive: true });
  return withFolderLock(lock, report, async () => {
    if (await exists(folder)) return folder;
    const version = await goVersion(env);
    if (version === undefined || version < OLDEST_GO) {
      throw new GoError(`Building ${name} needs Go 1.${OLDEST_GO} or newer (https://go.dev/dl).`);
    }
    const made = await mkdtemp(join(cache, 'build-'));
    try {
      await build(MODULES[name], name, made, report, env);
      await rename(made, folder);
    } finally {
      await rm(made, { recursive: true, force: true });
    }
    return folder;
  });
};

const build = async (
  { programs, copied }: Module,
  name: ModuleName,
  into: string,
  report: Report,
  env: NodeJS.ProcessEnv,
): Promise<void> => {
  const module = fileURLToPath(new URL(`${name}/`, import.meta.url));
  for (const [program, source] of Object.entries(programs)) {
    await buildGoProgram({ module, source, output: join(into, program) }, env, (howFar) =>
      report(`${program}: ${howFar}`),
    );
  }
  const list = ['list', '-m', '-f', '{{.Dir}}', copied.dependency];
  const [source = ''] = await runGo(module, list, env, () => undefined);
  await cp(join(source, copied.path), join(into, basename(copied.path)), { recursive: true });
};
