import { viewPage } from '../../contract/operations/live-view.ts';
import { type Asset, loadAssets } from '../live-view/assets.ts';
import type { Middleware } from './state.ts';

const BELOW = `${viewPage.path}/`;

/** Serves the files of the live view's page. They are public: what opens a view is the token alone. */
export const viewAssets = (): Middleware => {
  let assets: ReadonlyMap<string, Asset> | undefined;
  return async (ctx, next) => {
    const name = ctx.path.startsWith(BELOW) ? ctx.path.slice(BELOW.length) : undefined;
    assets ??= name === undefined ? undefined : loadAssets();
    const asset = name === undefined ? undefined : assets?.get(name);
    if (asset === undefined || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) {
      await next();
      return;
    }
    ctx.state.route = `${BELOW}*`;
    ctx.set({ 'Cache-Control': 'public, max-age=3600', ETag: asset.etag, Vary: 'Accept-Encoding' });
    ctx.type = asset.type;
    ctx.status = 200;
    if (ctx.fresh) {
      ctx.status = 304;
      return;
    }
    const gzip = ctx.acceptsEncodings('gzip', 'identity') === 'gzip';
    if (gzip) ctx.set('Content-Encoding', 'gzip');
    ctx.body = gzip ? asset.gzipped : asset.body;
  };
};
