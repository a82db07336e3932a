import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import type { ReviewPolicy } from '../../src/contract/review-policy.ts';
import type { ReviewOption } from '../../src/contract/review.ts';
import { DEFAULT_POLICY } from '../../src/governance/reviews/times.ts';
import { actedBy, type Ledger } from '../../src/ledger/index.ts';
import { decideReview } from '../../src/runs/reviews/decide.ts';
import { signalReviewClosed } from '../../src/runs/reviews/start.ts';
import type { Db } from '../../src/store/db/client.ts';
import { setPolicy } from '../../src/store/reviews/policies.ts';
import { someKey } from '../helpers/actors.ts';

interface Given {
  readonly client: Client;
  readonly db: Db;
  readonly ledger: Ledger;
  readonly teamId: string;
}

/** Sets the calls about which people are asked. */
export const askAbout = async (
  { db, teamId }: Pick<Given, 'db' | 'teamId'>,
  ask: ReviewPolicy['ask'],
): Promise<void> => {
  await db
    .transaction()
    .execute(async (tx) => setPolicy(tx, { teamId, policy: { ...DEFAULT_POLICY, ask }, actor: someKey }));
};

/** Waits for a run's review, answers it and signals the run. */
export const answerOne = async (
  { client, db, ledger, teamId }: Given,
  runId: string,
  option: ReviewOption,
): Promise<void> => {
  const open = db.selectFrom('reviews').select('id').where('run_id', '=', runId).where('state', '=', 'open');
  let review = await open.executeTakeFirst();
  for (; review === undefined; review = await open.executeTakeFirst()) await sleep(50);
  const reviewId = review.id;
  const person = { kind: 'service', id: 'recording', name: 'Recording' } as const;
  const who = {
    actor: person,
    subject: 'recording',
    roles: new Set(['reviewer'] as const),
    by: actedBy(person),
  };
  const wanted = { option, reason: option === 'deny' ? 'No code, please.' : undefined, note: undefined };
  await db.transaction().execute(async (tx) => decideReview(tx, ledger, { teamId, reviewId }, who, wanted));
  await signalReviewClosed(client, { runId, reviewId, deadlineMs: 10_000 });
};
