import { expect, it } from 'vitest';
import { LedgerUnavailableError } from '../../src/ledger/index.ts';
import { resume, suspend, type WantedSwitch } from '../../src/runs/suspension/set-switch.ts';
import { announced } from '../../src/store/switches/announce.ts';
import { afterGivingWay, SuspendedError, unlessSuspended } from '../../src/store/switches/suspended.ts';
import { someKey } from '../helpers/actors.ts';
import { entryOf, openLedger } from './helpers.ts';

const wanted: WantedSwitch = {
  teamId: 'team_a',
  scope: 'vertical:kyc',
  reason: 'An exercise.',
  actor: someKey,
};

it('among entries appended at once, a suspension refuses its own and no others, and stored ones are returned', async () => {
  const { ledger, database } = await openLedger();
  const kyc = { suspendable: ['vertical:kyc', 'model'] };
  await ledger.append(entryOf(1, kyc));
  await database.db.transaction().execute(async (tx) => suspend(tx, ledger, { ...wanted, until: null }));
  const ends = await Promise.allSettled([
    ledger.append(entryOf(1, kyc)),
    ...[2, 3, 4].flatMap((step) => [
      ledger.append(entryOf(step, kyc)),
      ledger.append(entryOf(step, { ledgerRef: 'wf-it', suspendable: ['vertical:it'] })),
      ledger.append(entryOf(step, { ledgerRef: 'wf-end' })),
      ledger.append(entryOf(step, { ...kyc, teamId: 'team_b' })),
    ]),
  ]);
  const [again, ...rest] = ends;
  expect(again).toMatchObject({ status: 'fulfilled', value: { duplicate: true } });
  for (const [at, end] of rest.entries()) {
    expect(end.status).toBe(at % 4 === 0 ? 'rejected' : 'fulfilled');
    if (end.status === 'rejected') expect(end.reason).toBeInstanceOf(SuspendedError);
  }
  await database.db.transaction().execute(async (tx) => resume(tx, ledger, wanted));
  expect(await ledger.append(entryOf(2, kyc))).toMatchObject({ duplicate: false });
  expect(await ledger.verify('team_a')).toMatchObject({ ok: true, checked: 10 });
});

it('entries that are appended while a team suspends come before its row or are refused, and none comes after it', async () => {
  const { ledger, database } = await openLedger();
  const suspendable = ['vertical:kyc'];
  const writer = async (n: number): Promise<void> => {
    for (let step = 1; ; step += 1) {
      await ledger.append(entryOf(step, { ledgerRef: `wf-${n}`, suspendable }));
    }
  };
  const writing = Promise.allSettled(Array.from({ length: 8 }, async (_, n) => writer(n)));
  await database.db.transaction().execute(async (tx) => suspend(tx, ledger, { ...wanted, until: null }));
  const ends = await writing;
  expect(ends.every((end) => end.status === 'rejected' && end.reason instanceof SuspendedError)).toBe(true);
  const last = await database.db
    .selectFrom('agent_actions')
    .select('action')
    .where('team_id', '=', 'team_a')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  expect(last.action).toBe('safety.suspended');
});

it('effects give way to an announced suspension and may be tried again, and all else is appended', async () => {
  const { ledger, database } = await openLedger();
  const { db } = database;
  const suspendable = ['vertical:kyc'];
  const first = entryOf(1, { suspendable });
  await ledger.append(first);
  await announced(db, wanted, async () => {
    await expect(ledger.append(entryOf(2, { suspendable }))).rejects.toBeInstanceOf(LedgerUnavailableError);
    const begin = unlessSuspended(db, { teamId: 'team_a', scopes: suspendable }, async () => 'begun');
    await expect(begin).rejects.toMatchObject({ code: '40S23' });
    expect(await ledger.append(first)).toMatchObject({ duplicate: true });
    await ledger.append(entryOf(3, { suspendable: ['vertical:it'] }));
    await ledger.append(entryOf(4));
    await ledger.append(entryOf(2, { suspendable, teamId: 'team_b' }));
    await db.transaction().execute(async (tx) => suspend(tx, ledger, { ...wanted, until: null }));
    await expect(ledger.append(entryOf(2, { suspendable }))).rejects.toBeInstanceOf(SuspendedError);
  });
  await db.transaction().execute(async (tx) => resume(tx, ledger, wanted));
  expect(await ledger.append(entryOf(2, { suspendable }))).toMatchObject({ duplicate: false });
});

it('an effect that gave way is tried again after a pause, and stored once the suspension was not committed', async () => {
  const { ledger, database } = await openLedger();
  const entry = entryOf(1, { suspendable: ['vertical:kyc'] });
  let attempts = 0;
  const failing = Promise.withResolvers<never>();
  const announcing = announced(database.db, wanted, async () => failing.promise);
  const announcements = database.db.selectFrom('announced_suspensions').selectAll();
  await expect.poll(async () => announcements.execute()).toHaveLength(1);
  const appended = afterGivingWay(async () => {
    attempts += 1;
    try {
      return await ledger.append(entry);
    } finally {
      failing.reject(new Error('refused'));
      await announcing.catch(() => undefined);
    }
  });
  expect(await appended).toMatchObject({ duplicate: false });
  expect(attempts).toBe(2);
  await expect(
    afterGivingWay(async () =>
      announced(database.db, wanted, async () =>
        ledger.append(entryOf(2, { suspendable: ['vertical:kyc'] })),
      ),
    ),
  ).rejects.toBeInstanceOf(LedgerUnavailableError);
});

it('an announcement holds nobody up after its act has failed, or after its process has died', async () => {
  const { ledger, database, admin } = await openLedger();
  const suspendable = ['vertical:kyc'];
  const failing = announced(database.db, wanted, async () => Promise.reject(new Error('refused')));
  await expect(failing).rejects.toThrow('refused');
  expect(await ledger.append(entryOf(1, { suspendable }))).toMatchObject({ duplicate: false });
  await admin.query(
    "INSERT INTO announced_suspensions VALUES ('sw_dead', 'team_a', 'all', clock_timestamp() - interval '1 ms')",
  );
  expect(await ledger.append(entryOf(2, { suspendable }))).toMatchObject({ duplicate: false });
  await announced(database.db, wanted, async () => undefined);
  expect(await database.db.selectFrom('announced_suspensions').selectAll().execute()).toEqual([]);
});
