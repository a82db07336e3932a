import { readFileSync } from 'node:fs';
import { type TeamVertical, teamVerticalSchema } from '../../src/contract/team-vertical.ts';
import type { Db } from '../../src/store/db/client.ts';
import type { TestApi } from './api.ts';
import { activateDocument } from './versions.ts';

/** Reads a document with the defaults of its schema, as the service stores it. */
const verticalIn = (file: string): TeamVertical =>
  teamVerticalSchema.parse(JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')));

/** The shipped example of a vendor invoice. */
export const INVOICE = verticalIn('../../examples/verticals/invoice.json');

/** The shipped example that does the same as the service's vertical `support`. */
export const SUPPORT_DESK = verticalIn('../../examples/verticals/support.json');

/** The shipped example that does what the service's vertical `it` does. */
export const INCIDENT_DESK = verticalIn('../../examples/verticals/it.json');

/** The shipped example that does what the service's vertical `voice` does. */
export const CALL_DESK = verticalIn('../../examples/verticals/voice.json');

/** The shipped example of a complaint, whose letter a model reads. */
export const COMPLAINT = verticalIn('../../examples/verticals/complaint.json');

/** Compares a price with the median of its offers, which code computes because cells cannot. */
export const MEDIAN = verticalIn('../fixtures/verticals/median.json');

/** Creates a team's vertical with a draft, and a record of its own. */
export const createOwnVertical = async (api: TestApi, { key }: { readonly key: string }): Promise<void> => {
  await api.send('PUT', `/v1/verticals/${INVOICE.id}/versions/1`, { key, body: INVOICE });
  await api.send('PUT', '/v1/collections/purchase_orders/PO-1', { key, body: { status: 'open' } });
};

/** Takes a team's vertical through all moves up to an active version, as two people do. */
export const activateVertical = async (db: Db, teamId: string, set: TeamVertical): Promise<void> =>
  activateDocument(db, teamId, 'vertical', set);
