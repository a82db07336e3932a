import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import { canonicalRuleSet, ruleSetHash } from '../../src/governance/rule-sets/canonical.ts';
import { createLedger } from '../../src/ledger/index.ts';
import { decideReview } from '../../src/runs/reviews/decide.ts';
import { createTeamVerticalRun } from '../../src/runs/team-verticals/create.ts';
import { startTeamVerticalRun } from '../../src/runs/team-verticals/start.ts';
import type { KeyRing } from '../../src/store/crypto/key-ring.ts';
import { createRuleSet } from '../../src/store/rule-sets/rule-sets.ts';
import { storeDraft } from '../../src/store/rule-sets/versions.ts';
import { newestStepReview } from '../../src/store/reviews/step-reviews.ts';
import { bySomeKey, someKey } from '../helpers/actors.ts';
import type { TestDatabase } from '../helpers/database.ts';
import { INVOICE } from '../helpers/team-verticals.ts';

/** Records a run of a team's vertical that asks a person, who denies. @returns the workflow's id */
export const recordTeamVertical = async ({
  client,
  db,
  pool,
  ring,
  teamId,
}: Pick<TestDatabase, 'db' | 'pool'> & {
  readonly client: Client;
  readonly ring: KeyRing;
  readonly teamId: string;
}): Promise<string> => {
  const sha256 = ruleSetHash(INVOICE);
  const pin = { id: INVOICE.id, version: INVOICE.version, sha256, owner: 'team' } as const;
  const input = await db.transaction().execute(async (tx) => {
    const ruleSetId = await createRuleSet(tx, { teamId, name: INVOICE.id, kind: 'vertical' });
    const draft = { set: INVOICE, document: canonicalRuleSet(INVOICE), sha256 };
    await storeDraft(tx, { teamId, ruleSetId }, draft, { actor: someKey, subject: 'key' });
    const applied = { document: INVOICE, pin };
    return createTeamVerticalRun(tx, ring, { teamId, applied, case: INVOICE.sample, askedBy: someKey });
  });
  await startTeamVerticalRun(client, { taskQueue: 'steps', deadlineMs: 10_000, input });
  // The team has no purchase order, so the run asks.
  let review: { readonly id: string } | undefined;
  while (review === undefined) {
    await sleep(100);
    review = await newestStepReview(db, { teamId, runId: input.run_id }, 'look');
  }
  const reviewId = review.id;
  const somebody = {
    actor: { ...someKey, id: 'key_somebody' },
    subject: 'key_somebody',
    roles: new Set(['reviewer'] as const),
    by: bySomeKey,
  };
  const wanted = { option: 'deny', reason: 'There is no order.', note: undefined } as const;
  const refusal = await db
    .transaction()
    .execute(async (tx) => decideReview(tx, createLedger({ pool }), { teamId, reviewId }, somebody, wanted));
  if (refusal !== undefined) throw new Error(refusal.refused);
  await client.workflow.getHandle(input.run_id).result();
  return input.run_id;
};
