import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import {
  lostCredentials,
  openCredentials,
  putCredential,
  reserveCode,
} from '../../src/store/credentials/credentials.ts';
import { KeyRing } from '../../src/store/crypto/key-ring.ts';
import { ensureTeam } from '../../src/store/keys/team.ts';
import { freshDatabase } from '../helpers/database.ts';

const TOTP = {
  secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  digits: 6,
  period: 30,
  algorithm: 'SHA1',
} as const;
const ringOf = (id: string): KeyRing => new KeyRing([{ id, key: randomBytes(32) }], 'credentials');

const stored = async (ring: KeyRing) => {
  const { db } = await freshDatabase();
  const { id: teamId } = await ensureTeam(db, { name: 'bank' });
  const credential = { teamId, name: 'portal' };
  const put = { ...credential, hosts: ['portal.test'], fields: {}, totp: TOTP };
  await db.transaction().execute(async (tx) => putCredential(tx, ring, put));
  return { db, teamId, credential };
};

it('a one-time code is reserved once, however many runs ask at the same time', async () => {
  const { db, credential } = await stored(ringOf('k1'));
  const ask = async (endsMs: number): Promise<number> => {
    const reserved = await Promise.all([1, 2, 3, 4].map(async () => reserveCode(db, credential, endsMs)));
    return reserved.filter(Boolean).length;
  };
  const endsMs = Date.parse('2026-11-30T10:00:30Z');
  expect([await ask(endsMs), await ask(endsMs), await ask(endsMs - 30_000)]).toEqual([1, 0, 0]);
  expect(await ask(endsMs + 30_000)).toBe(1);
});

it('a credential whose key is gone is named as lost and counts as absent', async () => {
  const ring = ringOf('k1');
  const { db, teamId } = await stored(ring);
  const asked = { teamId, names: ['portal'] };
  expect(await openCredentials(db, ring, asked)).toMatchObject([{ name: 'portal', totp: TOTP }]);
  expect(await lostCredentials(db, ring, asked)).toEqual([]);
  expect(await openCredentials(db, ringOf('k2'), asked)).toEqual([]);
  expect(await lostCredentials(db, ringOf('k2'), asked)).toEqual(['portal']);
});
