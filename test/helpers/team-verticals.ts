import { readFileSync } from 'node:fs';
import { type TeamVertical, teamVerticalSchema } from '../../src/contract/team-vertical.ts';
import type { TestApi } from './api.ts';

/** Reads a shipped example with the defaults of its schema, as the service stores it. */
const exampleVertical = (name: string): TeamVertical =>
  teamVerticalSchema.parse(
    JSON.parse(readFileSync(new URL(`../../examples/verticals/${name}.json`, import.meta.url), 'utf8')),
  );

/** The shipped example of a vendor invoice. */
export const INVOICE = exampleVertical('invoice');

/** Creates a team's vertical with a draft, and a record of its own. */
export const createOwnVertical = async (api: TestApi, { key }: { readonly key: string }): Promise<void> => {
  await api.send('PUT', `/v1/verticals/${INVOICE.id}/versions/1`, { key, body: INVOICE });
  await api.send('PUT', '/v1/collections/purchase_orders/PO-1', { key, body: { status: 'open' } });
};
