import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { KeyRing } from '../../../src/store/crypto/key-ring.ts';
import { createValueReader, KEPT_MS } from '../../../src/store/vault/reader.ts';
import { SealedValueGoneError, sealValue } from '../../../src/store/vault/vault.ts';
import { createTestDatabase } from '../../helpers/database.ts';

const ring = new KeyRing([{ id: 'k1', key: Buffer.alloc(32, 1) }], 'vault');
const ref = { teamId: 'team_a', ref: `wf-${'0'.repeat(32)}` };

const vault = async () => {
  const database = await createTestDatabase();
  onTestFinished(database.close);
  const { db } = database;
  await db.insertInto('teams').values({ id: 'team_a', name: 'a' }).execute();
  await sealValue(db, ring, { ...ref, value: { name: 'made up' } });
  return db;
};

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('The sealed-value reader', () => {
  it('a value that another process erases can no longer be opened, even if this process has just opened it', async () => {
    const db = await vault();
    const open = createValueReader(db, ring);
    expect(await open(ref)).toEqual({ name: 'made up' });
    await db
      .updateTable('case_vault')
      .set({ wrapped_key: null, sealed: null, erased_at: new Date() })
      .where('ref', '=', ref.ref)
      .execute();
    await expect(open(ref)).rejects.toThrow(SealedValueGoneError);
  });

  it('the reader keeps an unsealed value for a while and then unseals it again', async () => {
    const db = await vault();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const opened = vi.spyOn(ring, 'open');
    const open = createValueReader(db, ring);
    for (let step = 0; step < 3; step += 1) await open(ref);
    expect(opened).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(KEPT_MS);
    expect(vi.getTimerCount()).toBe(0);
    await open(ref);
    expect(opened).toHaveBeenCalledTimes(2);
  });
});
