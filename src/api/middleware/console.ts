import { createConsoleFiles } from '../console/files.ts';
import { page } from '../sign-in/pages.ts';
import { IMMUTABLE, sendAsset } from './send-asset.ts';
import type { Context, Middleware } from './state.ts';

export const CONSOLE = '/console';
const ASSETS = `${CONSOLE}/assets/`;

/**
 * Lets the console load its own files and connect to its own origin, and nothing else. It frames the live view's page. Pictures
 * and videos may also come from memory, and Trusted Types keep text from ever becoming markup.
 */
export const CONSOLE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  'media-src blob:',
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/**
 * Serves the console. Its files are public; its data comes from the API, which requires a session. Each path
 * below /console that is not an asset returns the page, because the console itself does the routing.
 * @param folder of the built console; another one only in tests
 */
export const consolePages = (folder?: URL): Middleware => {
  const files = createConsoleFiles(folder);
  return async (ctx, next) => {
    const isOurs = ctx.path === CONSOLE || ctx.path.startsWith(`${CONSOLE}/`);
    if (!isOurs || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) {
      await next();
      return;
    }
    const built = await files();
    if (built === undefined) {
      ctx.state.route = `${CONSOLE}/*`;
      notBuilt(ctx);
    } else if (ctx.path.startsWith(ASSETS)) {
      const asset = built.assets.get(ctx.path.slice(ASSETS.length));
      if (asset === undefined) {
        await next();
        return;
      }
      ctx.state.route = `${ASSETS}*`;
      ctx.set('Cache-Control', IMMUTABLE);
      sendAsset(ctx, asset);
    } else {
      ctx.state.route = `${CONSOLE}/*`;
      // Browsers revalidate it each time, so that they never start scripts of an earlier release.
      ctx.set({ 'Cache-Control': 'no-cache', 'Content-Security-Policy': CONSOLE_POLICY });
      sendAsset(ctx, built.page);
    }
  };
};

const notBuilt = (ctx: Context): void => {
  const { status, headers, type, body } = page({
    status: 503,
    title: 'The console was not built',
    text: 'npm start and the image build it. Without them, run: npm run console',
    next: { href: '/', label: 'Addresses of the API' },
  });
  ctx.status = status;
  ctx.set(headers as Record<string, string>);
  ctx.type = type ?? 'text/html';
  ctx.body = body;
};
