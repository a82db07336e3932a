import { sql } from 'kysely';
import { afterAll, expect, it, vi } from 'vitest';
import { DEFAULT_POLICY } from '../../src/governance/reviews/times.ts';
import { verticals } from '../../src/governance/verticals/index.ts';
import { createLedger } from '../../src/ledger/index.ts';
import { tickReview } from '../../src/runs/reviews/tick.ts';
import { createPool } from '../../src/store/db/client.ts';
import { issueKey } from '../../src/store/keys/store.ts';
import { setPolicy } from '../../src/store/reviews/policies.ts';
import { someKey } from '../helpers/actors.ts';
import { startLive } from '../helpers/live.ts';
import { startRestartableTemporal } from '../helpers/restartable.ts';
import { useService } from '../helpers/use-service.ts';
import { openai } from '../model-provider/openai.ts';
import { byTurn, kycTurns } from '../model-provider/scripts.ts';
import { useFakeProvider } from '../model-provider/server.ts';

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

const temporal = await startRestartableTemporal(afterAll);
const turns = kycTurns().filter(({ calls }) => calls?.[0]?.tool !== 'run_python');
const provider = await useFakeProvider(openai, byTurn(openai, ...turns));
const service = await useService({ temporalAddress: temporal.address, provider });
const { db } = service.database;
const { teamId } = service;
const pool = createPool(service.env['DATABASE_URL']!, { onIdleError: () => undefined });
afterAll(async () => pool.end());
const ask = [{ tools: ['call_outside' as const, 'write_record' as const] }];
const rules = { ...DEFAULT_POLICY, four_eyes_above: null, ask };
await db.transaction().execute(async (tx) => setPolicy(tx, { teamId, policy: rules, actor: someKey }));
const scopes = ['reviews:read', 'reviews:decide'] as const;
const { key } = await issueKey(db, { teamId, name: 'desk', scopes: [...scopes] });

/**
 * Decides a review many times at once.
 * @returns how many decisions were accepted; the others were refused
 */
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
const waitingOf = async (runId: string, before?: string): Promise<string> =>
  vi.waitUntil(async () => {
    const { waiting_for: now } = await service.run(runId);
    return now?.kind === 'review' && now.review_id !== before && now.review_id;
  }, WAIT);

/** Submits a claim that a person has to decide. */
const escalate = async (n: number) => {
  const { id: runId } = await service.startRun('kyc', newClaim(n, { pan: 'not a PAN' }));
  return { runId, reviewId: (await service.finished(runId)).review!.id };
};

it(
  'people decide reviews while Temporal is away, and each decision has its one effect once Temporal is back',
  { timeout: 240_000 },
  async () => {
    const approved = await startLive(service, 'kyc', newClaim(1));
    const denied = await startLive(service, 'kyc', newClaim(2));
    const late = await startLive(service, 'kyc', newClaim(3));
    const { runId: escalated, reviewId: claimReview } = await escalate(4);
    const [first, second, third] = [
      await waitingOf(approved.id),
      await waitingOf(denied.id),
      await waitingOf(late.id),
    ];

    await temporal.kill();
    expect(await decide(first, { option: 'approve' })).toBe(1);
    expect(await decide(second, { option: 'deny', reason: 'No call to an outside host.' })).toBe(1);
    expect(await decide(claimReview, { option: 'approve' })).toBe(1);
    // Nobody answers the third one, and its time runs out in the meantime.
    await db
      .updateTable('reviews')
      .set({ remind_at: new Date(0), due_at: new Date(0), expires_at: new Date(0) })
      .where('id', '=', third)
      .execute();
    expect((await service.run(escalated)).review).toMatchObject({ state: 'decided', option: 'approve' });
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
      [approved.id, denied.id, late.id, escalated].toSorted(),
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

const inMinutes = (minutes: number): Date => new Date(Date.now() + minutes * 60_000);

const tenMinutesBefore = (column: string) => sql<Date>`${sql.ref(column)} - interval '10 minutes'`;

/** Sets a review's times, in minutes from now. */
const setTimes = async (id: string, remind: number, due: number, expires: number): Promise<void> => {
  await db
    .updateTable('reviews')
    .set({ remind_at: inMinutes(remind), due_at: inMinutes(due), expires_at: inMinutes(expires) })
    .where('id', '=', id)
    .execute();
};

/** Moves all times of open reviews into the past, as if Temporal had been away for ten minutes. */
const passTenMinutes = async (): Promise<void> => {
  await db
    .updateTable('reviews')
    .set({
      created_at: tenMinutesBefore('created_at'),
      remind_at: tenMinutesBefore('remind_at'),
      due_at: tenMinutesBefore('due_at'),
      expires_at: tenMinutesBefore('expires_at'),
    })
    .where('state', '=', 'open')
    .execute();
};

/** Returns a review's state, its rows and its events. */
const traceOf = async (id: string) => {
  const { state } = await db
    .selectFrom('reviews')
    .select('state')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const rows = db.selectFrom('agent_actions').select('action').where('ledger_ref', '=', id).orderBy('seq');
  const events = db
    .selectFrom('events_outbox')
    .select('type')
    .where('subject', '=', id)
    .orderBy('created_at');
  return {
    state,
    rows: (await rows.execute()).map(({ action }) => action),
    events: (await events.execute()).map(({ type }) => type),
  };
};

it(
  'times that pass while Temporal is away for ten minutes have their effect once, and none of them approves anything',
  { timeout: 240_000 },
  async () => {
    const [reminded, overdue, expired, decided] = [
      await escalate(5),
      await escalate(6),
      await escalate(7),
      await escalate(8),
    ];
    const all = [reminded, overdue, expired, decided];
    const live = await startLive(service, 'kyc', newClaim(9));
    const asked = await waitingOf(live.id);
    await vi.waitUntil(async () => {
      const started = db.selectFrom('reviews').select('id').where('clock_started_at', 'is not', null);
      const ids = new Set((await started.execute()).map(({ id }) => id));
      return [asked, ...all.map(({ reviewId }) => reviewId)].every((id) => ids.has(id));
    }, WAIT);

    await temporal.kill();
    await setTimes(reminded.reviewId, 5, 60, 120);
    await setTimes(overdue.reviewId, 2, 5, 60);
    await setTimes(expired.reviewId, 1, 2, 5);
    await setTimes(decided.reviewId, 1, 2, 5);
    await setTimes(asked, 1, 2, 5);
    expect(await decide(decided.reviewId, { option: 'approve' })).toBe(1);
    await passTenMinutes();
    await temporal.restart();

    const write = await waitingOf(live.id, asked);
    expect(await decide(write, { option: 'approve' })).toBe(1);
    expect(await service.finished(live.id)).toMatchObject({ status: 'succeeded', decision: 'approve' });
    await vi.waitUntil(async () => (await traceOf(reminded.reviewId)).events.length > 1, WAIT);
    await vi.waitUntil(async () => (await traceOf(overdue.reviewId)).events.length > 1, WAIT);
    await vi.waitUntil(async () => (await traceOf(expired.reviewId)).state === 'expired', WAIT);
    // Further checks find nothing else due.
    const ledger = createLedger({ pool });
    for (const reviewId of [asked, ...all.map((one) => one.reviewId)])
      await tickReview(db, ledger, { teamId, reviewId });

    expect(await traceOf(reminded.reviewId)).toEqual({
      state: 'open',
      rows: ['review.opened'],
      events: ['review.opened', 'review.due_soon'],
    });
    expect(await traceOf(overdue.reviewId)).toEqual({
      state: 'open',
      rows: ['review.opened', 'review.overdue'],
      events: ['review.opened', 'sla.breached'],
    });
    const both = {
      state: 'expired',
      rows: ['review.opened', 'review.overdue', 'review.expired'],
      events: ['review.opened', 'sla.breached'],
    };
    expect(await traceOf(expired.reviewId)).toEqual(both);
    expect(await traceOf(asked)).toEqual(both);
    expect(await traceOf(decided.reviewId)).toEqual({
      state: 'decided',
      rows: ['review.opened', 'review.decided'],
      events: ['review.opened', 'review.decided'],
    });
    // One new review asks the committee about the claim that nobody decided.
    const ofExpired = db
      .selectFrom('reviews')
      .select(['state', 'asked', 'on_expiry'])
      .where('run_id', '=', expired.runId)
      .where('id', '<>', expired.reviewId);
    expect(await ofExpired.execute()).toEqual([{ state: 'open', asked: ['committee'], on_expiry: 'stay' }]);
    // The call that nobody approved was not made.
    const actions = (await service.ledgerOf(live.id)).entries.map(({ action }) => action);
    expect(actions.filter((action) => action === 'review.refused_call')).toHaveLength(1);
    expect(actions).not.toContain('egress.block');
    const payouts = db
      .selectFrom('payouts')
      .select('run_id')
      .where('run_id', 'in', [live.id, ...all.map(({ runId }) => runId)]);
    expect((await payouts.execute()).map(({ run_id }) => run_id).toSorted()).toEqual(
      [live.id, decided.runId].toSorted(),
    );
  },
);
