import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { newId } from '../../../src/ids.ts';
import { createLedger } from '../../../src/ledger/index.ts';
import { claimAnswersToSignal } from '../../../src/runs/operator/answers.ts';
import { tickReview } from '../../../src/runs/reviews/tick.ts';
import { KeyRing } from '../../../src/store/crypto/key-ring.ts';
import { storeAnswer } from '../../../src/store/operators/answers.ts';
import { insertAskedCall, markHeard } from '../../../src/store/reviews/asked-calls.ts';
import { closeReview } from '../../../src/store/reviews/change.ts';
import { claimClocksToWake, markClockStarted } from '../../../src/store/reviews/clocks.ts';
import { claimRunsToSignal } from '../../../src/store/reviews/signals.ts';
import { bySomeKey, someKey } from '../../helpers/actors.ts';
import { freshDatabase } from '../../helpers/database.ts';
import { createReview } from '../../helpers/reviews.ts';

const TEAM = 'team_a';
const ring = new KeyRing([{ id: 'k1', key: randomBytes(32) }], 'case-vault');
const WORKERS = 4;

const openTeam = async () => {
  const database = await freshDatabase();
  const { db, pool } = database;
  await db.insertInto('teams').values({ id: TEAM, name: 'a' }).execute();
  const reviews = async (count: number): Promise<readonly string[]> =>
    Promise.all(Array.from({ length: count }, async () => createReview(database, TEAM, bySomeKey)));
  const close = async (id: string): Promise<void> =>
    db.transaction().execute(async (tx) => closeReview(tx, id, 'decided'));
  return { db, ledger: createLedger({ pool }), reviews, close };
};

/** Claims as several workers do at once. @returns the claimed ids in order, one for each claim */
const together = async (claim: () => Promise<readonly string[]>): Promise<readonly string[]> =>
  (await Promise.all(Array.from({ length: WORKERS }, claim))).flat().toSorted();

/** Repeats until nothing is left to claim, because a worker skips what another one is about to claim. */
const inAll = async (claim: () => Promise<readonly string[]>): Promise<readonly string[]> =>
  [...(await together(claim)), ...(await claim())].toSorted();

const longAgo = (): Date => new Date(Date.now() - 31_000);

it('a run is signalled once that its review is closed, however many workers look, and once more if it does not react', async () => {
  const { db, reviews, close } = await openTeam();
  const asked = await reviews(3);
  for (const [call, reviewId] of asked.entries()) {
    const place = { teamId: TEAM, runId: 'run_1', ledgerRef: 'wf-1', turn: 1, call };
    await db
      .transaction()
      .execute(async (tx) => insertAskedCall(tx, { ...place, reviewId, tool: 'write_record', schema: {} }));
  }
  const atSteps = await reviews(2);
  for (const id of atSteps)
    await db
      .insertInto('runs')
      .values({
        id: newId('run'),
        team_id: TEAM,
        vertical: 'invoice',
        vertical_version: JSON.stringify({ id: 'invoice', version: 1, sha256: '', owner: 'team' }),
        mode: 'simulated',
        status: 'running',
        ledger_ref: newId('run'),
        case_id: null,
        decision: null,
        waiting_for: JSON.stringify({ kind: 'review', review_id: id, tool: 'look', since: '' }),
      })
      .execute();
  const claim = async (limit = 100) => (await claimRunsToSignal(db, limit)).map(({ reviewId }) => reviewId);
  expect(await claim()).toEqual([]);
  const all = [...asked, ...atSteps].toSorted();
  for (const id of all) await close(id);
  expect(await inAll(claim)).toEqual(all);
  expect(await claim()).toEqual([]);

  await db.transaction().execute(async (tx) => markHeard(tx, asked[0]!));
  await db.updateTable('runs').set({ waiting_for: null }).where('vertical', '=', 'invoice').execute();
  await db.updateTable('reviews').set({ told_at: longAgo() }).execute();
  // A run that was signalled does not keep other runs from being signalled.
  expect([...(await claim(1)), ...(await claim(1))].toSorted()).toEqual(asked.slice(1).toSorted());
  expect(await claim()).toEqual([]);
});

it('a review’s clock is started once, however many workers look, and woken again for times that it misses after it has looked', async () => {
  const { db, ledger, reviews, close } = await openTeam();
  const ids = [...(await reviews(4))].toSorted();
  const claim = async () => (await claimClocksToWake(db, 100)).map(({ reviewId }) => reviewId);
  expect(await inAll(claim)).toEqual(ids);
  for (const id of ids) await markClockStarted(db, id);
  const [first, second, third] = ids;
  for (const id of [first!, second!, third!]) await close(id);
  // The clocks were woken a moment ago, and have not checked yet.
  expect(await claim()).toEqual([]);
  const look = async (id: string) => tickReview(db, ledger, { teamId: TEAM, reviewId: id });
  expect(await look(first!)).toBeNull();
  expect(await claim()).toEqual([]);
  await db.updateTable('reviews').set({ clock_woken_at: longAgo() }).where('id', '=', second!).execute();
  expect(await claim()).toEqual([second]);

  const fourth = ids[3]!;
  expect(await look(fourth)).toBeGreaterThan(0);
  expect(await claim()).toEqual([]);
  const late = new Date(Date.now() - 60_000);
  await db.updateTable('reviews').set({ remind_at: late }).where('id', '=', fourth).execute();
  expect(await together(claim)).toEqual([fourth]);
  expect(await look(fourth)).toBeGreaterThan(0);
  await db.updateTable('reviews').set({ due_at: late }).where('id', '=', fourth).execute();
  expect(await claim()).toEqual([fourth]);
});

it('an operator is signalled once about an answer, however many workers look, and once more if it does not react', async () => {
  const { db } = await openTeam();
  const runId = newId('op');
  const until = new Date(Date.now() + 60_000).toISOString();
  const question = { id: 'q_1', risk: 'payment', detail: '{}', until };
  await db
    .insertInto('operator_runs')
    .values({
      id: runId,
      team_id: TEAM,
      sandbox_id: newId('sbx'),
      input: '{}',
      pending_approval: JSON.stringify(question),
    })
    .execute();
  const claim = async () => (await claimAnswersToSignal(db, 100)).map(({ answer }) => answer.id);
  expect(await claim()).toEqual([]);
  const given = { id: 'q_1', approve: true, actor: someKey };
  await db.transaction().execute(async (tx) => storeAnswer(tx, ring, { teamId: TEAM, runId }, given));
  expect(await inAll(claim)).toEqual(['q_1']);
  expect(await claim()).toEqual([]);
  await db.updateTable('operator_answers').set({ told_at: longAgo() }).execute();
  expect(await claimAnswersToSignal(db, 100)).toMatchObject([
    { runId, answer: { id: 'q_1', approve: true, key_id: someKey.id, actor: someKey } },
  ]);
  await db.updateTable('operator_runs').set({ pending_approval: null }).execute();
  await db.updateTable('operator_answers').set({ told_at: longAgo() }).execute();
  expect(await claim()).toEqual([]);
});
