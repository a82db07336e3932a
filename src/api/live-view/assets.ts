import { fileURLToPath } from 'node:url';
import { build, stop } from 'esbuild';
import { type Asset, assetOf, madeOnce } from '../http/asset.ts';

export interface PageFiles {
  readonly script: Asset;
  readonly style: Asset;
}

const NOTICE = '/* With the core of noVNC, MPL 2.0: https://github.com/novnc/noVNC */';

const pathOf = (name: string): string => fileURLToPath(new URL(`page/${name}`, import.meta.url));

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
  return assetOf(file.path.slice(file.path.lastIndexOf('/') + 1), type, Buffer.from(file.contents));
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

/**
 * Returns the files that the page loads. noVNC's core, as its package ships it, and our own code are bundled into one script, so
 * that a viewer waits for one request instead of one for each of fifty modules. The bundle is built on the first request, which
 * takes a tenth of a second.
 */
export const pageFiles = madeOnce(makeAll);
