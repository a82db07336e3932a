import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import type { TeamVertical } from '../../src/contract/team-vertical.ts';
import { canonicalRuleSet, ruleSetHash } from '../../src/governance/rule-sets/canonical.ts';
import { createLedger } from '../../src/ledger/index.ts';
import { decideReview } from '../../src/runs/reviews/decide.ts';
import type { ModelSettings } from '../../src/model/settings.ts';
import { createTeamLiveRun } from '../../src/runs/team-verticals/live.ts';
import { startTeamLiveRun } from '../../src/runs/team-verticals/start-live.ts';
import { openai } from '../model-provider/openai.ts';
import type { Said } from '../model-provider/replies.ts';
import { byTurn, call, type RunScripts } from '../model-provider/scripts.ts';
import { createTeamVerticalRun } from '../../src/runs/team-verticals/create.ts';
import { startTeamVerticalRun } from '../../src/runs/team-verticals/start.ts';
import type { TeamVerticalRunInput } from '../../src/runs/team-verticals/workflow.ts';
import type { KeyRing } from '../../src/store/crypto/key-ring.ts';
import { createRuleSet } from '../../src/store/rule-sets/rule-sets.ts';
import { storeDraft } from '../../src/store/rule-sets/versions.ts';
import { newestStepReview } from '../../src/store/reviews/step-reviews.ts';
import { bySomeKey, someKey } from '../helpers/actors.ts';
import type { TestDatabase } from '../helpers/database.ts';
import { COMPLAINT, INVOICE, MEDIAN } from '../helpers/team-verticals.ts';

type Recorder = Pick<TestDatabase, 'db' | 'pool'> & {
  readonly client: Client;
  readonly ring: KeyRing;
  readonly teamId: string;
};

type Tx = Parameters<Parameters<ReturnType<Recorder['db']['transaction']>['execute']>[0]>[0];

/** Stores a vertical, and returns the pin of its runs. */
const store = async (tx: Tx, teamId: string, document: TeamVertical) => {
  const sha256 = ruleSetHash(document);
  const pin = { id: document.id, version: document.version, sha256, owner: 'team' } as const;
  const ruleSetId = await createRuleSet(tx, { teamId, name: document.id, kind: 'vertical' });
  const draft = { set: document, document: canonicalRuleSet(document), sha256 };
  await storeDraft(tx, { teamId, ruleSetId }, draft, { actor: someKey, subject: 'key' });
  return { document, pin };
};

/** Starts a run of a vertical with its sample. */
const start = async (
  { client, db, ring, teamId }: Recorder,
  document: TeamVertical,
): Promise<TeamVerticalRunInput> => {
  const input = await db.transaction().execute(async (tx) => {
    const applied = await store(tx, teamId, document);
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

/** The turns of a live run, with a call out of order and a repeated one. A step's question has a conversation of its own. */
const TURNS: readonly Said[] = [
  call('file'),
  ...['check', 'check', 'scan', 'policy', 'read', 'judge', 'look'].map((tool) => call(tool)),
  call('decide', { decision: 'answer', explanation: 'As found.' }),
  call('file'),
];

/**
 * Records a live run of a team's vertical whose step asks the model, which is corrected once. The team has no such policy, so the run asks
 * a person, who approves. @returns the workflow's id
 */
export const recordTeamLive = async (
  recorder: Recorder & { readonly model: ModelSettings; readonly scripts: RunScripts },
): Promise<string> => {
  const { client, db, ring, teamId, model, scripts } = recorder;
  const run = await db.transaction().execute(async (tx) => {
    const applied = await store(tx, teamId, COMPLAINT);
    const given = { teamId, applied, case: COMPLAINT.sample, askedBy: someKey };
    return createTeamLiveRun(tx, ring, { ...given, model });
  });
  const answer = COMPLAINT.steps.find((step) => step.do === 'model')!.simulated;
  scripts.add(run.run_id, byTurn(openai, ...TURNS));
  scripts.add('', byTurn(openai, { text: 'About a delay.' }, { text: JSON.stringify(answer) }));
  await startTeamLiveRun(client, { taskQueue: 'steps', run, deadlineMs: 10_000 });
  await answerStep(recorder, run.run_id, { option: 'approve', reason: undefined, note: undefined });
  await client.workflow.getHandle(run.run_id).result();
  return run.run_id;
};

/** Records a run of a team's vertical that asks a person, who denies. @returns the workflow's id */
export const recordTeamVertical = async (recorder: Recorder): Promise<string> => {
  const input = await start(recorder, INVOICE);
  // The team has no purchase order, so the run asks.
  await answerStep(recorder, input.run_id, { option: 'deny', reason: 'There is no order.', note: undefined });
  await recorder.client.workflow.getHandle(input.run_id).result();
  return input.run_id;
};

/** Waits for the review of the step `look`, and decides it. */
const answerStep = async (
  { db, pool, teamId }: Recorder,
  runId: string,
  wanted: Parameters<typeof decideReview>[4],
): Promise<void> => {
  let review: { readonly id: string } | undefined;
  while (review === undefined) {
    await sleep(100);
    review = await newestStepReview(db, { teamId, runId }, 'look');
  }
  const reviewId = review.id;
  const somebody = {
    actor: { ...someKey, id: 'key_somebody' },
    subject: 'key_somebody',
    roles: new Set(['reviewer'] as const),
    by: bySomeKey,
  };
  const refusal = await db
    .transaction()
    .execute(async (tx) => decideReview(tx, createLedger({ pool }), { teamId, reviewId }, somebody, wanted));
  if (refusal !== undefined) throw new Error(refusal.refused);
};
