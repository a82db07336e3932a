import { readFileSync } from 'node:fs';
import type { TeamVertical } from '../../src/contract/team-vertical.ts';
import type { TestApi } from './api.ts';

export const exampleVertical = (name: string): TeamVertical =>
  JSON.parse(
    readFileSync(new URL(`../../examples/verticals/${name}.json`, import.meta.url), 'utf8'),
  ) as TeamVertical;

/** The shipped example of a vendor invoice. */
export const INVOICE = exampleVertical('invoice');

/** Creates a team's vertical with a draft, and a record of its own. */
export const createOwnVertical = async (api: TestApi, { key }: { readonly key: string }): Promise<void> => {
  await api.send('PUT', `/v1/verticals/${INVOICE.id}/versions/1`, { key, body: INVOICE });
  await api.send('PUT', '/v1/collections/purchase_orders/PO-1', { key, body: { status: 'open' } });
};
