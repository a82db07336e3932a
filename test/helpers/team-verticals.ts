import { readFileSync } from 'node:fs';
import { type TeamVertical, teamVerticalSchema } from '../../src/contract/team-vertical.ts';
import { dayInIndia, formatDay } from '../../src/governance/dates.ts';
import { canonicalRuleSet, ruleSetHash } from '../../src/governance/rule-sets/canonical.ts';
import type { Db } from '../../src/store/db/client.ts';
import { createRuleSet } from '../../src/store/rule-sets/rule-sets.ts';
import { markActive, markApproved, markProposed } from '../../src/store/rule-sets/version-moves.ts';
import { findVersion, storeDraft } from '../../src/store/rule-sets/versions.ts';
import type { TestApi } from './api.ts';

/** Reads a document with the defaults of its schema, as the service stores it. */
const verticalIn = (file: string): TeamVertical =>
  teamVerticalSchema.parse(JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')));

/** The shipped example of a vendor invoice. */
export const INVOICE = verticalIn('../../examples/verticals/invoice.json');

/** The shipped example that does what the service's vertical `support` does. */
export const SUPPORT_DESK = verticalIn('../../examples/verticals/support.json');

/** The shipped example of a complaint, whose letter a model reads. */
export const COMPLAINT = verticalIn('../../examples/verticals/complaint.json');

/** Compares a price with the median of its offers, which code computes, because cells cannot. */
export const MEDIAN = verticalIn('../fixtures/verticals/median.json');

/** Creates a team's vertical with a draft, and a record of its own. */
export const createOwnVertical = async (api: TestApi, { key }: { readonly key: string }): Promise<void> => {
  await api.send('PUT', `/v1/verticals/${INVOICE.id}/versions/1`, { key, body: INVOICE });
  await api.send('PUT', '/v1/collections/purchase_orders/PO-1', { key, body: { status: 'open' } });
};

const author = { actor: { kind: 'person', id: 'person_1', name: 'A. S.' }, subject: 'person_1' } as const;
const approver = { actor: { kind: 'person', id: 'person_2', name: 'B. S.' }, subject: 'person_2' } as const;

/** Takes a team's vertical through all moves up to an active version, as two people do. */
export const activateVertical = async (db: Db, teamId: string, set: TeamVertical): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const of = { teamId, name: set.id, kind: 'vertical' } as const;
    const ruleSetId = await createRuleSet(tx, of);
    const draft = { set, document: canonicalRuleSet(set), sha256: ruleSetHash(set) };
    await storeDraft(tx, { teamId, ruleSetId }, draft, author);
    const stored = (await findVersion(tx, of, set.version))!;
    await markProposed(tx, stored, author);
    await markApproved(tx, stored, approver);
    await markActive(tx, stored, formatDay(dayInIndia(new Date())), approver);
  });
