import { expect, it, vi } from 'vitest';
import { DEFAULT_POLICY } from '../../src/governance/reviews/times.ts';
import { verticals } from '../../src/governance/verticals/index.ts';
import { issueKey } from '../../src/store/keys/store.ts';
import { setPolicy } from '../../src/store/reviews/policies.ts';
import { someKey } from '../helpers/actors.ts';
import { startLive } from '../helpers/live.ts';
import { startRestartableTemporal } from '../helpers/restartable.ts';
import { bootService } from '../helpers/use-service.ts';
import { openai } from '../model-provider/openai.ts';
import { byTurn, kycTurns } from '../model-provider/scripts.ts';
import { startFakeProvider } from '../model-provider/server.ts';

const WAIT = { timeout: 60_000, interval: 50 };

/** A claim of its own stay. */
const newClaim = (n: number, more: object = {}) => ({
  ...verticals.kyc.sample,
  id: `AWAY-${n}`,
  amount: '15000',
  admission: `2026-11-0${n}`,
  discharge: `2026-11-0${n}`,
  ...more,
});

it(
  'people decide reviews while Temporal is away, and each decision has its one effect once Temporal is back',
  { timeout: 240_000 },
  async ({ onTestFinished }) => {
    const temporal = await startRestartableTemporal(onTestFinished);
    const turns = kycTurns().filter(({ calls }) => calls?.[0]?.tool !== 'run_python');
    const provider = await startFakeProvider(openai, byTurn(openai, ...turns));
    onTestFinished(provider.close);
    const service = await bootService(onTestFinished, { temporalAddress: temporal.address, provider });
    const { db } = service.database;
    const { teamId } = service;
    const ask = [{ tools: ['call_outside' as const, 'write_record' as const] }];
    const rules = { ...DEFAULT_POLICY, four_eyes_above: null, ask };
    await db.transaction().execute(async (tx) => setPolicy(tx, { teamId, policy: rules, actor: someKey }));
    const scopes = ['reviews:read', 'reviews:decide'] as const;
    const { key } = await issueKey(db, { teamId, name: 'desk', scopes: [...scopes] });

    /** Decides a review many times at once. @returns how many were accepted, of which the others were refused */
    const decide = async (id: string, body: object): Promise<number> => {
      const answers = await Promise.all(
        Array.from({ length: 20 }, async () =>
          fetch(`${service.url}/v1/reviews/${id}/decide`, {
            method: 'POST',
            headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
            body: JSON.stringify(body),
          }),
        ),
      );
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([]);
      return statuses.filter((status) => status === 200).length;
    };
    /** Returns the id of the review that a live run waits for, other than one that it has waited for before. */
    const waitingOf = async (runId: string, before?: string): Promise<string> => {
      const waiting = async () => (await service.run(runId)).waiting_for;
      await vi.waitUntil(async () => {
        const now = await waiting();
        return now?.kind === 'review' && now.review_id !== before;
      }, WAIT);
      const now = await waiting();
      return now?.kind === 'review' ? now.review_id : '';
    };
    const approved = await startLive(service, 'kyc', newClaim(1));
    const denied = await startLive(service, 'kyc', newClaim(2));
    const late = await startLive(service, 'kyc', newClaim(3));
    const escalated = await service.startRun('kyc', newClaim(4, { pan: 'not a PAN' }));
    const [first, second, third] = [
      await waitingOf(approved.id),
      await waitingOf(denied.id),
      await waitingOf(late.id),
    ];
    const claimReview = (await service.finished(escalated.id)).review!.id;

    await temporal.kill();
    expect(await decide(first, { option: 'approve' })).toBe(1);
    expect(await decide(second, { option: 'deny', reason: 'No call to an outside host.' })).toBe(1);
    expect(await decide(claimReview, { option: 'approve' })).toBe(1);
    // Nobody answers about the third one, and its time runs out in the meantime.
    await db
      .updateTable('reviews')
      .set({ remind_at: new Date(0), due_at: new Date(0), expires_at: new Date(0) })
      .where('id', '=', third)
      .execute();
    expect((await service.run(escalated.id)).review).toMatchObject({ state: 'decided', option: 'approve' });
    await temporal.restart();

    const writes = [
      await waitingOf(approved.id, first),
      await waitingOf(denied.id, second),
      await waitingOf(late.id, third),
    ];
    for (const id of writes) expect(await decide(id, { option: 'approve' })).toBe(1);
    for (const { id } of [approved, denied, late])
      expect(await service.finished(id)).toMatchObject({ status: 'succeeded', decision: 'approve' });

    const countOf = async (runId: string, action: string): Promise<number> =>
      (await service.ledgerOf(runId)).entries.filter((entry) => entry.action === action).length;
    expect(await countOf(approved.id, 'egress.block')).toBe(1);
    for (const { id } of [denied, late]) {
      expect(await countOf(id, 'egress.block')).toBe(0);
      expect(await countOf(id, 'review.refused_call')).toBe(1);
    }
    for (const { id } of [approved, denied, late]) expect(await countOf(id, 'db.write')).toBe(1);
    const payouts = db.selectFrom('payouts').select('run_id').where('team_id', '=', teamId);
    expect((await payouts.execute()).map(({ run_id }) => run_id).toSorted()).toEqual(
      [approved.id, denied.id, late.id, escalated.id].toSorted(),
    );
    // Every workflow of a review has noticed its end, and every run its answer.
    await vi.waitUntil(async () => {
      const open = db.selectFrom('reviews').select('id').where('clock_stopped_at', 'is', null);
      return (await open.execute()).length === 0;
    }, WAIT);
    const unheard = db.selectFrom('asked_calls').select('review_id').where('heard_at', 'is', null);
    expect(await unheard.execute()).toEqual([]);
    const closed = db
      .selectFrom('agent_actions')
      .select('ledger_ref')
      .where('action', 'in', ['review.decided', 'review.expired', 'review.superseded']);
    const refs = (await closed.execute()).map(({ ledger_ref }) => ledger_ref);
    expect(refs.toSorted()).toEqual([first, second, third, claimReview, ...writes].toSorted());
  },
);
