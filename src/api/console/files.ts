import { readdir, readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/** A file of the console. */
export interface ConsoleFile {
  readonly type: string;
  readonly body: Buffer;
  readonly gzipped: Buffer;
}

export interface Console {
  /** The page that starts the console, whatever its path. */
  readonly page: ConsoleFile;
  /** Scripts and styles by name. Each name contains a hash of the content. */
  readonly assets: ReadonlyMap<string, ConsoleFile>;
}

/** Where `npm start` and the image put the built console (src/provision/console.ts). */
export const BUILT = new URL('../../../console/dist/', import.meta.url);

const compress = promisify(gzip);

const load = async (url: URL): Promise<ConsoleFile> => {
  const body = await readFile(url);
  return { type: extname(url.pathname), body, gzipped: await compress(body) };
};

const loadAll = async (folder: URL): Promise<Console> => {
  const below = new URL('assets/', folder);
  const names = await readdir(below);
  const assets = await Promise.all(
    names.map(async (name) => [name, await load(new URL(name, below))] as const),
  );
  return { page: await load(new URL('index.html', folder)), assets: new Map(assets) };
};

/**
 * Returns a function that reads the built console into memory, once: it is small, and no path of a request ever reaches the file
 * system. The function returns undefined while the console has not been built.
 */
export const createConsoleFiles = (folder: URL = BUILT): (() => Promise<Console | undefined>) => {
  let loaded: Promise<Console> | undefined;
  return async () => {
    loaded ??= loadAll(folder);
    try {
      return await loaded;
    } catch (error) {
      loaded = undefined;
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  };
};
