import { expect, it } from 'vitest';
import type { RunBody } from '../../../src/contract/run.ts';
import type { Scope } from '../../../src/contract/scopes.ts';
import { verticals } from '../../../src/governance/verticals/index.ts';
import { issueKey } from '../../../src/store/keys/store.ts';
import { startLive } from '../../helpers/live.ts';
import { openStream } from '../../helpers/live-stream.ts';
import { useService } from '../../helpers/use-service.ts';
import { openai } from '../../model-provider/openai.ts';
import { byTurn, kycTurns } from '../../model-provider/scripts.ts';
import { useFakeProvider } from '../../model-provider/server.ts';

const turns = kycTurns().filter(({ calls }) => calls?.[0]?.tool !== 'run_python');
const provider = await useFakeProvider(openai, byTurn(openai, ...turns));
const service = await useService({ provider });
const { db } = service.database;

const newKey = async (...scopes: readonly Scope[]): Promise<string> =>
  (await issueKey(db, { teamId: service.teamId, name: 'desk', scopes: [...scopes] })).key;
const reviewer = await newKey('reviews:read', 'reviews:decide');
const clerk = await newKey('runs:write', 'runs:read');

const post = async (path: string, key: string, body: object) => {
  const response = await fetch(service.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

it(
  'a live run that was sent back continues as one new live run with the missing documents, and the earlier one stays',
  { timeout: 120_000 },
  async () => {
    const claim = { ...verticals.kyc.sample, id: 'SENT-BACK', amount: '21500', pan: 'not a PAN' };
    const { id: earlierId } = await startLive(service, 'kyc', claim);
    const earlier = await service.finished(earlierId);
    expect(earlier).toMatchObject({ mode: 'live', decision: 'escalate', review: { state: 'open' } });
    const rows = (await service.ledgerOf(earlierId)).entries;
    const revise = `/v1/workforce/runs/${earlierId}/revisions`;
    const given = { case: { pan: verticals.kyc.sample['pan'] } };
    expect((await post(revise, clerk, given)).status).toBe(409);
    const reviewId = earlier.review!.id;
    const wanted = { option: 'send_back', reason: 'Please send your PAN.' };
    expect((await post(`/v1/reviews/${reviewId}/decide`, reviewer, wanted)).status).toBe(200);

    const answers = await Promise.all([1, 2, 3].map(async () => post(revise, clerk, given)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([202, 409, 409]);
    const accepted = answers.find(({ status }) => status === 202)!.body as unknown as RunBody;
    expect(accepted).toMatchObject({ mode: 'live', status: 'running', revision_of: earlierId });
    const stream = await openStream(`${service.url}/v1/workforce/runs/${accepted.id}/events`, { key: clerk });
    const events = await stream.ended();
    expect([events[0]!.event, events.at(-1)!.event]).toEqual(['RUN_STARTED', 'RUN_FINISHED']);
    const next = await service.finished(accepted.id);
    expect(next).toMatchObject({
      mode: 'live',
      status: 'succeeded',
      decision: 'approve',
      revision_of: earlierId,
      review: null,
      model: { turns: turns.length },
    });

    const after = await service.run(earlierId);
    expect(after).toMatchObject({
      decision: 'escalate',
      revision_of: null,
      review: { id: reviewId, state: 'decided', option: 'send_back' },
    });
    expect((await service.ledgerOf(earlierId)).entries).toEqual(rows);
    const taken = db
      .selectFrom('agent_actions')
      .select('idem_key')
      .where('ledger_ref', '=', reviewId)
      .where('action', '=', 'review.taken_up');
    expect(await taken.execute()).toHaveLength(1);
    const payouts = db
      .selectFrom('payouts')
      .select(['run_id', 'status'])
      .where('team_id', '=', service.teamId);
    expect(await payouts.execute()).toEqual([{ run_id: next.id, status: 'queued' }]);
  },
);
