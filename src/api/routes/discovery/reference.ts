import { showReference } from '../../../contract/operations/discovery.ts';
import { referenceFiles } from '../../reference/assets.ts';
import { REFERENCE_POLICY, renderReference } from '../../reference/page.ts';
import { route } from '../../services/route.ts';

/**
 * Serves the API reference without outside files. It needs no key: the key that a reader enters stays in the
 * page.
 */
export const showReferenceRoute = route(showReference, async ({ query }, { settings }) => ({
  status: 200,
  body: renderReference(await referenceFiles(), { shown: query.document, base: settings.publicBaseUrl }),
  type: 'text/html',
  headers: { 'Content-Security-Policy': REFERENCE_POLICY },
}));
