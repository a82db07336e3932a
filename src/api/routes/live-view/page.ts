import { viewPage } from '../../../contract/operations/live-view.ts';
import { pageFiles } from '../../live-view/assets.ts';
import { PAGE_POLICY, renderPage } from '../../live-view/page.ts';
import { route } from '../../services/route.ts';

/** Serves the same page to everyone; which run it shows is in the fragment of its address, which is never sent. */
export const viewPageRoute = route(viewPage, async () => ({
  status: 200,
  body: renderPage(await pageFiles()),
  type: 'text/html',
  headers: { 'Content-Security-Policy': PAGE_POLICY },
}));
