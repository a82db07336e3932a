import { viewPage } from '../../../contract/operations/live-view.ts';
import { pageFiles } from '../../live-view/assets.ts';
import { PAGE_POLICY, renderPage } from '../../live-view/page.ts';
import { route } from '../../services/route.ts';

/** Serves the same page to everyone. The address's fragment, which browsers never send, determines which run the page shows. */
export const viewPageRoute = route(viewPage, async () => ({
  status: 200,
  body: renderPage(await pageFiles()),
  type: 'text/html',
  headers: { 'Content-Security-Policy': PAGE_POLICY },
}));
