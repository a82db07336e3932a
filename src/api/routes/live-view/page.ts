import { viewPage } from '../../../contract/operations/live-view.ts';
import { loadAssets } from '../../live-view/assets.ts';
import { PAGE_POLICY, renderPage } from '../../live-view/page.ts';
import { route } from '../../route.ts';

let page: string | undefined;

/** The same page for everyone: which run it shows is in the part of its address that is never sent. */
export const viewPageRoute = route(viewPage, async () => {
  page ??= renderPage([...loadAssets().keys()].filter((path) => path.endsWith('.js') && path !== 'view.js'));
  return { status: 200, body: page, type: 'text/html', headers: { 'Content-Security-Policy': PAGE_POLICY } };
});
