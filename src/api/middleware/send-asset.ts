import type { Asset } from '../http/asset.ts';
import type { Context } from './state.ts';

/** For files whose name contains a hash of their content. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';

/** Sends a file, compressed if the client accepts that. */
export const sendAsset = (ctx: Context, { type, body, gzipped }: Asset): void => {
  ctx.status = 200;
  ctx.type = type;
  ctx.vary('Accept-Encoding');
  const gzip = ctx.acceptsEncodings('gzip', 'identity') === 'gzip';
  if (gzip) ctx.set('Content-Encoding', 'gzip');
  ctx.body = gzip ? gzipped : body;
};
