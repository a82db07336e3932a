import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { eventOf, readClaim } from '../../../src/governance/rules/kyc/claim.ts';
import { verticals } from '../../../src/governance/verticals/index.ts';
import { KeyRing } from '../../../src/store/crypto/key-ring.ts';
import type { Db } from '../../../src/store/db/client.ts';
import { digestsByKey } from '../../../src/store/records/digest-use.ts';
import { DIGEST_PURPOSE, digestOf } from '../../../src/store/records/digest.ts';
import { writeKinds } from '../../../src/store/records/import/kinds.ts';
import { rowsOf } from '../../../src/store/records/import/one-row.ts';
import { DIGEST_RING, openOffice } from '../../runs/vertical/walk.ts';

const K1 = { id: 'k1', key: Buffer.alloc(32, 1) };
const K2 = { id: 'k2', key: Buffer.alloc(32, 2) };
const ring = (...keys: readonly (typeof K1)[]) => new KeyRing(keys, DIGEST_PURPOSE);

const claim = {
  id: 'C-1',
  pan: 'ABCPK1234L',
  aadhaar: '2345-6789-1238',
  policy: 'HI-1001',
  amount: '20000',
  admission: '2026-11-04',
  diagnosis: 'Dengue fever',
};
const today = { at: '2026-11-27' };
const PHONE = '+919876543210';

const SALT = Buffer.alloc(32, 9);
const salted = (kind: string, text: string): Buffer =>
  createHash('sha256').update(SALT).update(`${kind}\n${text}`).digest();

/** Gives a claim's row and a caller's row the digests that they had before digests were keyed. */
const agePastKeys = async (db: Db, teamId: string): Promise<void> => {
  await db.insertInto('record_salts').values({ team_id: teamId, salt: SALT }).execute();
  await db
    .updateTable('claims')
    .set({
      claim_key: salted('claim', claim.id),
      event_key: salted('event', eventOf(readClaim(claim))!),
      pan_key: salted('pan', claim.pan),
      aadhaar_key: salted('aadhaar', '234567891238'),
      digest_key: null,
    })
    .where('team_id', '=', teamId)
    .where('claim_id', '=', claim.id)
    .execute();
  await db
    .updateTable('callers')
    .set({ phone_key: salted('phone', PHONE), digest_key: null })
    .where('team_id', '=', teamId)
    .where('policy', '=', 'HI-1010')
    .execute();
  await db
    .updateTable('one_time_codes')
    .set({ code_key: salted('code', `${PHONE} 482913`), digest_key: null })
    .where('team_id', '=', teamId)
    .where('phone_key', '=', salted('phone', PHONE))
    .execute();
  await db
    .updateTable('accounts')
    .set({ pan_key: salted('pan', 'BNZPS4821K'), digest_key: null })
    .where('team_id', '=', teamId)
    .where('number', '=', 'AC-7001')
    .execute();
};

it('digests differ by kind, team and key, and the ring is needed to compute them', async () => {
  const { db, teamId } = await openOffice();
  const of = async (keys: KeyRing, team = teamId) => (await digestOf(db, keys, team)).of('pan', 'Ärger\n१');
  const own = await of(DIGEST_RING);
  expect(own.any).toEqual([own.bytes]);
  await db.insertInto('teams').values({ id: 'team_other', name: 'other' }).execute();
  const others = [
    await of(DIGEST_RING, 'team_other'),
    await of(ring(K2)),
    (await digestOf(db, DIGEST_RING, teamId)).of('email', 'Ärger\n१'),
  ];
  for (const other of others) expect(other.bytes).not.toEqual(own.bytes);
  expect((await of(ring(K2, K1))).any).toEqual([(await of(ring(K2))).bytes, own.bytes]);
});

it('rows with salted digests are still recognised, and get a keyed one when they are written again', async () => {
  const { db, teamId, work } = await openOffice();
  await work('kyc', claim, today);
  await agePastKeys(db, teamId);

  const other = await work('kyc', { ...claim, id: 'C-2' }, today);
  expect(other.codes).toEqual(['DUPL-001']);
  const again = await work('kyc', claim, today);
  expect(again.facts[8]).toMatchObject({ decision: 'approve', submissions: 2 });
  const rows = await db.selectFrom('claims').select(['claim_id', 'digest_key']).execute();
  expect(rows.toSorted((a, b) => a.claim_id.localeCompare(b.claim_id))).toEqual([
    { claim_id: 'C-1', digest_key: 'k1' },
    { claim_id: 'C-2', digest_key: 'k1' },
  ]);
  const payouts = await db.selectFrom('payouts').select('status').execute();
  expect(payouts).toEqual([{ status: 'queued' }]);

  expect((await work('voice', verticals.voice.sample)).run.decision).toBe('completed');
  expect((await work('support', verticals.support.sample)).run.decision).toBe('resolved');
  expect(await digestsByKey(db, teamId)).toContainEqual({ table: 'callers', key: null, rows: 1 });
});

it('after the ring’s key is rotated, the same claims, tickets and callers are recognised', async () => {
  const { db, teamId, work } = await openOffice();
  await work('kyc', claim, today);
  await work('support', { ...verticals.support.sample, id: 'T-1' });
  await work('it', { ...verticals.it.sample, id: 'T-1' });

  const both = { ...today, digestRing: ring(K2, K1) };
  expect((await work('kyc', { ...claim, id: 'C-2' }, both)).codes).toEqual(['DUPL-001']);
  expect((await work('kyc', claim, both)).facts[8]).toMatchObject({ submissions: 2, payout: 'queued' });
  for (const vertical of ['support', 'it'] as const) {
    const { facts } = await work(vertical, { ...verticals[vertical].sample, id: 'T-1' }, both);
    expect(Object.values(facts).at(-1)).toMatchObject({ submissions: 2 });
  }
  expect((await work('voice', verticals.voice.sample, both)).run.decision).toBe('completed');

  // A second submission under the new key alone finds the rows that were replaced.
  const late = { ...today, digestRing: ring(K2) };
  expect((await work('kyc', claim, late)).facts[8]).toMatchObject({ submissions: 3 });
  expect((await digestsByKey(db, teamId)).filter(({ table }) => table === 'claims')).toEqual([
    { table: 'claims', key: 'k2', rows: 2 },
  ]);
});

it('importing a caller again replaces its digest, and its codes follow', async () => {
  const { db, teamId, work } = await openOffice();
  await agePastKeys(db, teamId);
  const digest = await digestOf(db, ring(K2, K1), teamId);
  const kind = writeKinds.callers;
  const values = { phone: PHONE, policy: 'HI-1010', address: 'Pune 411001' };
  const context = {
    teamId,
    digest,
    given: new Set(Object.keys(values)),
    rows: rowsOf(kind, kind.stage(values, digest)),
  };
  await db.transaction().execute(async (tx) => {
    await kind.renewDigests!(tx, context);
    expect(await kind.upsert(tx, context)).toEqual({ inserted: 0, updated: 1 });
  });
  const late = { digestRing: ring(K2, K1) };
  expect((await work('voice', verticals.voice.sample, late)).run.decision).toBe('completed');
  const callers = await db
    .selectFrom('callers')
    .select('digest_key')
    .where('policy', '=', 'HI-1010')
    .execute();
  expect(callers).toEqual([{ digest_key: 'k2' }]);
});
