import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { build, stop } from 'esbuild';

/** A file of the live view's page. Its name contains a hash of its content, so browsers may cache it forever. */
export interface Asset {
  readonly name: string;
  readonly type: string;
  readonly body: Buffer;
  readonly gzipped: Buffer;
}

export interface PageFiles {
  readonly script: Asset;
  readonly style: Asset;
}

const NOTICE = '/* With the core of noVNC, MPL 2.0: https://github.com/novnc/noVNC */';

const pathOf = (name: string): string => fileURLToPath(new URL(`page/${name}`, import.meta.url));

const compress = promisify(gzip);

const make = async (name: string, type: string): Promise<Asset> => {
  const { outputFiles } = await build({
    entryPoints: [pathOf(name)],
    entryNames: '[name].[hash]',
    outdir: 'view',
    write: false,
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    banner: type === 'text/javascript' ? { js: NOTICE } : {},
    logLevel: 'silent',
  });
  const [file] = outputFiles;
  if (file === undefined) throw new Error(`esbuild produced no output for ${name}`);
  const body = Buffer.from(file.contents);
  return { name: file.path.slice(file.path.lastIndexOf('/') + 1), type, body, gzipped: await compress(body) };
};

const makeAll = async (): Promise<PageFiles> => {
  try {
    const [script, style] = await Promise.all([
      make('view.js', 'text/javascript'),
      make('view.css', 'text/css'),
    ]);
    return { script, style };
  } finally {
    // esbuild's process is no longer needed.
    await stop();
  }
};

let files: Promise<PageFiles> | undefined;

/**
 * Returns the files that the page loads. noVNC's core, as its package ships it, and our own code are bundled into one script, so
 * that a viewer waits for one request instead of one for each of fifty modules. The bundle is built on the first request, which
 * takes a tenth of a second.
 */
export const pageFiles = async (): Promise<PageFiles> => {
  files ??= makeAll();
  try {
    return await files;
  } catch (error) {
    files = undefined;
    throw error;
  }
};
