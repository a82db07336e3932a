import { expect, it } from 'vitest';
import { resume, suspend, type WantedSwitch } from '../../src/runs/suspension/set-switch.ts';
import { SuspendedError } from '../../src/store/switches/suspended.ts';
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
