import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import type { TeamVertical } from '../../src/contract/team-vertical.ts';
import { canonicalRuleSet, ruleSetHash } from '../../src/governance/rule-sets/canonical.ts';
import { createLedger } from '../../src/ledger/index.ts';
import { decideReview } from '../../src/runs/reviews/decide.ts';
import { createTeamVerticalRun } from '../../src/runs/team-verticals/create.ts';
import { startTeamVerticalRun } from '../../src/runs/team-verticals/start.ts';
import type { TeamVerticalRunInput } from '../../src/runs/team-verticals/workflow.ts';
import type { KeyRing } from '../../src/store/crypto/key-ring.ts';
import { createRuleSet } from '../../src/store/rule-sets/rule-sets.ts';
import { storeDraft } from '../../src/store/rule-sets/versions.ts';
import { newestStepReview } from '../../src/store/reviews/step-reviews.ts';
import { bySomeKey, someKey } from '../helpers/actors.ts';
import type { TestDatabase } from '../helpers/database.ts';
import { INVOICE, MEDIAN } from '../helpers/team-verticals.ts';

type Recorder = Pick<TestDatabase, 'db' | 'pool'> & {
  readonly client: Client;
  readonly ring: KeyRing;
  readonly teamId: string;
};

/** Starts a run of a vertical with its sample. */
const start = async (
  { client, db, ring, teamId }: Recorder,
  document: TeamVertical,
): Promise<TeamVerticalRunInput> => {
  const sha256 = ruleSetHash(document);
  const pin = { id: document.id, version: document.version, sha256, owner: 'team' } as const;
  const input = await db.transaction().execute(async (tx) => {
    const ruleSetId = await createRuleSet(tx, { teamId, name: document.id, kind: 'vertical' });
    const draft = { set: document, document: canonicalRuleSet(document), sha256 };
    await storeDraft(tx, { teamId, ruleSetId }, draft, { actor: someKey, subject: 'key' });
    const applied = { document, pin };
    return createTeamVerticalRun(tx, ring, { teamId, applied, case: document.sample, askedBy: someKey });
  });
  await startTeamVerticalRun(client, { taskQueue: 'steps', deadlineMs: 10_000, input });
  return input;
};

/** Records a run whose vertical runs code. @returns the workflow's id */
export const recordTeamCode = async (recorder: Recorder): Promise<string> => {
  const { run_id: runId } = await start(recorder, MEDIAN);
  await recorder.client.workflow.getHandle(runId).result();
  return runId;
};

/** Records a run of a team's vertical that asks a person, who denies. @returns the workflow's id */
export const recordTeamVertical = async (recorder: Recorder): Promise<string> => {
  const { client, db, pool, teamId } = recorder;
  const input = await start(recorder, INVOICE);
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
