import { createHash } from 'node:crypto';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FOLDER = join(ROOT, 'console');
const BUILT = join(FOLDER, 'dist');
/** Name of the file in a build that identifies its sources. */
const MARK = 'built-from';

/** Returns a hash over the console's sources and all packages. */
const fingerprint = async (): Promise<string> => {
  const entries = await readdir(join(FOLDER, 'src'), { recursive: true, withFileTypes: true });
  const sources = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const others = ['console/index.html', 'console/vite.config.ts', 'package-lock.json'];
  const paths = [...sources.toSorted(), ...others.map((path) => join(ROOT, path))];
  const hash = createHash('sha256');
  for (const path of paths) {
    const content = await readFile(path);
    hash.update(`${path.slice(ROOT.length)} ${content.length}\n`).update(content);
  }
  return hash.digest('hex');
};

const builtFrom = async (): Promise<string | undefined> =>
  readFile(join(BUILT, MARK), 'utf8').catch(() => undefined);

/**
 * Builds the console unless its last build was made from the same sources. A build replaces the earlier one
 * as a whole, so that two processes may build at the same time.
 * @throws Vite's errors about the sources
 */
export const ensureConsole = async (): Promise<void> => {
  const wanted = await fingerprint();
  if ((await builtFrom()) === wanted) return;
  const fresh = `${BUILT}-${process.pid}-${Date.now()}`;
  const { build } = await import('vite');
  await build({
    configFile: join(FOLDER, 'vite.config.ts'),
    logLevel: 'error',
    build: { outDir: fresh, emptyOutDir: true },
  });
  await writeFile(join(fresh, MARK), wanted);
  await replace(fresh, wanted);
};

const replace = async (fresh: string, wanted: string): Promise<void> => {
  const old = `${fresh}-old`;
  await rename(BUILT, old).catch(() => undefined);
  try {
    await rename(fresh, BUILT);
  } catch (error) {
    // Another process has put its own build there in the meantime.
    await rm(fresh, { recursive: true, force: true });
    if ((await builtFrom()) !== wanted) throw error;
  } finally {
    await rm(old, { recursive: true, force: true });
  }
};
