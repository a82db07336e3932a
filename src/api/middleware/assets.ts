import { viewPage } from '../../contract/operations/live-view.ts';
import { showReference } from '../../contract/operations/discovery.ts';
import type { Asset } from '../http/asset.ts';
import { pageFiles } from '../live-view/assets.ts';
import { referenceFiles } from '../reference/assets.ts';
import { IMMUTABLE, sendAsset } from './send-asset.ts';
import type { Middleware } from './state.ts';

/** The pages that load files, which are served below the page's own path. */
const PAGES: readonly { readonly below: string; readonly files: () => Promise<readonly Asset[]> }[] = [
  {
    below: `${viewPage.path}/`,
    files: async () => {
      const { script, style } = await pageFiles();
      return [script, style];
    },
  },
  {
    below: `${showReference.path}/`,
    files: async () => {
      const { scripts, styles } = await referenceFiles();
      return [...scripts, ...styles];
    },
  },
];

const OURS = /^[\w-]+\.[\w-]+\.(js|css)$/;

/** Serves the files of pages. They are public, because they contain only the pages' own code. */
export const assets = (): Middleware => async (ctx, next) => {
  const page = PAGES.find(({ below }) => ctx.path.startsWith(below));
  const name = page === undefined ? '' : ctx.path.slice(page.below.length);
  const isRead = ctx.method === 'GET' || ctx.method === 'HEAD';
  const files = (isRead && OURS.test(name) && (await page?.files())) || [];
  const asset = files.find((file) => file.name === name);
  if (page === undefined || asset === undefined) {
    await next();
    return;
  }
  ctx.state.route = `${page.below}*`;
  ctx.set('Cache-Control', IMMUTABLE);
  sendAsset(ctx, asset);
};
