import { readdir, readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { type Asset, assetOf, madeOnce } from '../http/asset.ts';

export interface Console {
  /** The page that starts the console, whatever its path. */
  readonly page: Asset;
  /** Scripts and styles by name. Each name contains a hash of the content. */
  readonly assets: ReadonlyMap<string, Asset>;
}

/** Where `npm start` and the image put the built console (src/provision/console.ts). */
export const BUILT = new URL('../../../console/dist/', import.meta.url);

const load = async (name: string, folder: URL): Promise<Asset> =>
  assetOf(name, extname(name), await readFile(new URL(name, folder)));

const loadAll = async (folder: URL): Promise<Console> => {
  const below = new URL('assets/', folder);
  const names = await readdir(below);
  const assets = await Promise.all(names.map(async (name) => [name, await load(name, below)] as const));
  return { page: await load('index.html', folder), assets: new Map(assets) };
};

/**
 * Returns a function that reads the built console into memory, once: it is small, and no path of a request ever reaches the file
 * system. The function returns undefined while the console has not been built.
 */
export const createConsoleFiles = (folder: URL = BUILT): (() => Promise<Console | undefined>) => {
  const loaded = madeOnce(async () => loadAll(folder));
  return async () => {
    try {
      return await loaded();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  };
};
