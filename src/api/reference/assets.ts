import { readFile } from 'node:fs/promises';
import { type Asset, assetOf, hashedName, madeOnce } from '../http/asset.ts';

export interface ReferenceFiles {
  /** In the order in which the page needs them. */
  readonly scripts: readonly Asset[];
  readonly styles: readonly Asset[];
}

const at = (path: string): string => new URL(path, import.meta.url).href;

/** Where the files come from: the package of Swagger UI, as it is published, and this folder. */
const SCRIPTS = [import.meta.resolve('swagger-ui-dist/swagger-ui-bundle.js'), at('page/start.js')];
const STYLES = [import.meta.resolve('swagger-ui-dist/swagger-ui.css'), at('page/reference.css')];

const read = async (url: string, type: string): Promise<Asset> => {
  const body = await readFile(new URL(url));
  return assetOf(hashedName(url.slice(url.lastIndexOf('/') + 1), body), type, body);
};

/** Returns the files that the reference loads. They are read and compressed on the first request. */
export const referenceFiles = madeOnce(async (): Promise<ReferenceFiles> => {
  const [scripts, styles] = await Promise.all([
    Promise.all(SCRIPTS.map(async (url) => read(url, 'text/javascript'))),
    Promise.all(STYLES.map(async (url) => read(url, 'text/css'))),
  ]);
  return { scripts, styles };
});
