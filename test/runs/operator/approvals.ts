import { setTimeout as sleep } from 'node:timers/promises';
import { issueKey } from '../../../src/store/keys/store.ts';
import type { OperatorRunBody } from '../../../src/contract/operator.ts';
import type { OperatorLab } from './operators.ts';

/** Waits for a run's question and answers it once. */
export const answerQuestion = async (
  lab: OperatorLab,
  runId: string,
  approve: boolean,
  answer?: string,
): Promise<NonNullable<OperatorRunBody['pending_approval']>> => {
  for (;;) {
    const { pending_approval: question, status } = await lab.read(runId);
    if (status === 'done') throw new Error('the run has ended without a question');
    if (question !== null) {
      await lab.service.request('POST', `/v1/operators/runs/${runId}/approval`, {
        id: question.id,
        approve,
        answer,
      });
      while ((await lab.read(runId)).pending_approval?.id === question.id) await sleep(50);
      return question;
    }
    await sleep(50);
  }
};

/**
 * Waits for a run's question and denies it in its review, as people do who work through a list.
 * @returns the closed reviews
 */
export const denyByReview = async (
  lab: OperatorLab,
  runId: string,
): Promise<readonly { readonly state: string; readonly option: string | null }[]> => {
  const { database, teamId, url } = lab.service;
  const { key } = await issueKey(database.db, { teamId, name: 'desk', scopes: ['reviews:decide'] });
  const reviews = database.db
    .selectFrom('reviews as r')
    .leftJoin('review_decisions as d', 'd.review_id', 'r.id')
    .select(['r.id', 'r.state', 'd.option'])
    .where('r.run_id', '=', runId)
    .orderBy('r.created_at');
  for (;;) {
    const open = (await reviews.execute()).find(({ state }) => state === 'open');
    if (open === undefined) {
      await sleep(50);
      continue;
    }
    const response = await fetch(`${url}/v1/reviews/${open.id}/decide`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ option: 'deny', reason: 'Not on this page.' }),
    });
    if (response.status !== 200) throw new Error(`the denial was answered with ${response.status}`);
    return (await reviews.execute()).map(({ state, option }) => ({ state, option }));
  }
};
