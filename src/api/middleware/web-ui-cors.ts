import { decodePayloads } from '../../contract/operations/codec.ts';
import type { Middleware } from './state.ts';

/**
 * Lets only the configured origin of Temporal's Web UI call the decode route with cookies. CORS headers are not sent on other
 * routes or to other origins.
 */
export const webUiCors =
  ({ webUiOrigin }: { readonly webUiOrigin: string | null }): Middleware =>
  async (ctx, next) => {
    const isDecode = webUiOrigin !== null && ctx.path === decodePayloads.path;
    if (isDecode) ctx.vary('Origin');
    if (!isDecode || ctx.get('Origin') !== webUiOrigin) {
      await next();
      return;
    }
    ctx.set({
      'Access-Control-Allow-Origin': webUiOrigin,
      'Access-Control-Allow-Credentials': 'true',
      'Cross-Origin-Resource-Policy': 'same-site',
    });
    if (ctx.method === 'OPTIONS') {
      ctx.set({
        'Access-Control-Allow-Methods': 'POST',
        'Access-Control-Allow-Headers': 'content-type, x-namespace, authorization',
        'Access-Control-Max-Age': '600',
      });
      ctx.status = 204;
    } else await next();
  };
