import { viewPage } from '../../contract/operations/live-view.ts';
import { pageFiles } from '../live-view/assets.ts';
import type { Middleware } from './state.ts';

const BELOW = `${viewPage.path}/`;
const OURS = /^view\.[\w-]+\.(js|css)$/;

/** Serves the files of the live view's page. They are public, because opening a view requires a token. */
export const viewAssets = (): Middleware => async (ctx, next) => {
  const name = ctx.path.startsWith(BELOW) ? ctx.path.slice(BELOW.length) : '';
  const isRead = ctx.method === 'GET' || ctx.method === 'HEAD';
  const { script, style } = (isRead && OURS.test(name) && (await pageFiles())) || {};
  const asset = [script, style].find((file) => file?.name === name);
  if (asset === undefined) {
    await next();
    return;
  }
  ctx.state.route = `${BELOW}*`;
  ctx.set({ 'Cache-Control': 'public, max-age=31536000, immutable', Vary: 'Accept-Encoding' });
  ctx.type = asset.type;
  ctx.status = 200;
  const gzip = ctx.acceptsEncodings('gzip', 'identity') === 'gzip';
  if (gzip) ctx.set('Content-Encoding', 'gzip');
  ctx.body = gzip ? asset.gzipped : asset.body;
};
