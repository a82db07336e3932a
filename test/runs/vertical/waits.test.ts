import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { claimRunsToWake, noteWait } from '../../../src/runs/vertical/waits.ts';
import { ledgerRefOfRun, newId } from '../../../src/ids.ts';
import { openOffice } from './walk.ts';

const AWAY = { serves: 'policies', connector: 'core', code: 'unreachable' };

/** A team with a connector that works again, and runs that asked during the outage. */
const openWaiting = async (count: number) => {
  const { db, teamId } = await openOffice();
  await db
    .insertInto('connectors')
    .values({
      id: newId('con'),
      team_id: teamId,
      name: AWAY.connector,
      kind: 'http',
      serves: 'policies',
      settings: '{}',
      key_id: 'k1',
      secrets: Buffer.alloc(0),
      updated_at: new Date(0),
    })
    .execute();
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const id = newId('run');
    ids.push(id);
    const run = { id, team_id: teamId, vertical: 'kyc', mode: 'simulated', status: 'running' } as const;
    await db
      .insertInto('runs')
      .values({ ...run, ledger_ref: ledgerRefOfRun(id), case_id: null, decision: null })
      .execute();
    await noteWait(db, { teamId, runId: id }, AWAY);
  }
  const answer = async (): Promise<void> => {
    // Times are stored in milliseconds, and an answer in the same millisecond as the question may be older.
    await sleep(2);
    await db.updateTable('connectors').set({ failures: 0, answered_at: new Date() }).execute();
  };
  const claim = async (limit = 100): Promise<readonly string[]> =>
    (await claimRunsToWake(db, limit)).map(({ id }) => id).toSorted();
  return { db, teamId, ids: ids.toSorted(), answer, claim };
};

it('a run whose connector is back is woken once until it asks again, however many workers look', async () => {
  const { db, teamId, ids, answer, claim } = await openWaiting(5);
  expect(await claim()).toEqual([]);
  await answer();
  const claims = await Promise.all(Array.from({ length: 4 }, async () => claim()));
  expect(claims.flat().toSorted()).toEqual(ids);
  expect(await claim()).toEqual([]);
  await noteWait(db, { teamId, runId: ids[0]! }, AWAY);
  expect(await claim()).toEqual([]);
  await answer();
  expect(await claim()).toEqual([ids[0]]);
});

it('a run that did not ask after it was woken is woken once more, because a signal can get lost', async () => {
  const { db, ids, answer, claim } = await openWaiting(1);
  await answer();
  expect(await claim()).toEqual(ids);
  await db
    .updateTable('runs')
    .set({ woken_at: new Date(Date.now() - 31_000) })
    .execute();
  expect(await claim()).toEqual(ids);
});

it('runs that were woken and wait for a worker do not keep other runs from being woken', async () => {
  const { ids, answer, claim } = await openWaiting(4);
  await answer();
  const first = await claim(2);
  const second = await claim(2);
  expect([...first, ...second].toSorted()).toEqual(ids);
});

it('one run at a time tests whether a system works again once its breaker’s pause is over', async () => {
  const { db, ids, claim } = await openWaiting(3);
  await db
    .updateTable('connectors')
    .set({ failures: 5, open_until: new Date(Date.now() - 1) })
    .execute();
  const claimed = await claim();
  expect(claimed).toHaveLength(1);
  expect(ids).toContain(claimed[0]);
  expect(await claim()).toEqual([]);
});

it('an answer that arrives after a run asked but before it stored its wait wakes the run', async () => {
  const { db, teamId, ids, answer, claim } = await openWaiting(1);
  await answer();
  const run = { teamId, runId: ids[0]! };
  await noteWait(db, run, { ...AWAY, code: 'circuit_open' });
  expect(await claim()).toEqual([]);
  await noteWait(db, run, { ...AWAY, code: 'circuit_open', tookMs: 60_000 });
  expect(await claim()).toEqual(ids);
});
