import type { Middleware } from './state.ts';

/** Sets headers that forbid browsers to store, sniff, frame or run a response. A route may override them. */
export const securityHeaders = ({ publicBaseUrl }: { readonly publicBaseUrl: string }): Middleware => {
  const headers = {
    'Cache-Control': 'no-store',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'same-origin',
    ...(publicBaseUrl.startsWith('https:') && { 'Strict-Transport-Security': 'max-age=31536000' }),
  };
  return async (ctx, next) => {
    ctx.set(headers);
    await next();
  };
};
