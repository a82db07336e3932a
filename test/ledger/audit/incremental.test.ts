import { describe, expect, it } from 'vitest';
import { checkTeam, verifySinceCheckpoint } from '../../../src/ledger/audit/check.ts';
import { KeyRing } from '../../../src/store/crypto/key-ring.ts';
import { appendSteps } from '../helpers.ts';
import { disarm, openAudit, rechainFrom } from './helpers.ts';

const open = async () => {
  const test = await openAudit(6);
  const vaultRing = new KeyRing([{ id: 'k1', key: Buffer.alloc(32, 7) }], 'case-vault');
  const parts = { pool: test.database.pool, db: test.database.db, ledger: test.ledger, vaultRing };
  return { ...test, parts, check: async (full = false) => checkTeam(parts, 'team_a', { full }) };
};

describe('A chain check', () => {
  it('the first check reads all rows, and later ones start at the last verified checkpoint', async () => {
    const { check, sign, ledger, parts } = await open();
    await sign();
    expect((await check()).check).toMatchObject({ ok: true, checked: 6, full: true });
    await appendSteps(ledger, 9);
    await sign();
    await appendSteps(ledger, 11);
    expect((await check()).check).toMatchObject({ ok: true, checked: 5, full: false });
    expect((await check()).check).toMatchObject({ ok: true, checked: 2, full: false });
    expect((await check(true)).check).toMatchObject({ ok: true, checked: 11, full: true });
    expect(await verifySinceCheckpoint(parts, 'team_a')).toMatchObject({ ok: true, checked: 2, since: 9 });
  });

  it('a check detects a rewritten chain by its signed checkpoint, although in-database verification accepts the chain', async () => {
    const { check, sign, ledger, admin, parts } = await open();
    await sign();
    await check();
    await disarm(admin);
    await admin.query(
      `UPDATE agent_actions SET body = replace(body, 'Step 3', 'Step 4') WHERE team_id = 'team_a' AND seq = 3; ${rechainFrom(3)}`,
    );
    expect(await ledger.verify('team_a')).toMatchObject({ ok: true });
    expect(await verifySinceCheckpoint(parts, 'team_a')).toMatchObject({
      ok: false,
      first_broken: 6,
      reason: expect.stringMatching(/^checkpoint_root/) as string,
    });
    const first = await check();
    expect(first.alert).toMatchObject({ kind: 'checkpoint_root', first_broken: 6 });
    // A finding is reported once, and again only when it changes.
    expect((await check()).alert).toBeUndefined();
    await admin.query("DELETE FROM agent_actions WHERE team_id = 'team_a' AND seq = 6");
    expect((await check()).alert).toMatchObject({ kind: 'truncated', first_broken: 6 });
  });

  it('a check finds a stored checkpoint that none of the log’s keys signed', async () => {
    const { check, sign, admin } = await open();
    await sign();
    await disarm(admin);
    await admin.query(
      "UPDATE ledger_checkpoints SET note = replace(note, E'\\n6\\n', E'\\n5\\n'), size = 5 WHERE team_id = 'team_a'",
    );
    expect((await check()).check).toMatchObject({ ok: false, kind: 'checkpoint_signature' });
  });

  it('a check rereads a broken chain from its start and approves it once it is restored', async () => {
    const { check, sign, admin } = await open();
    await sign();
    await disarm(admin);
    await admin.query(
      "UPDATE agent_actions SET body = replace(body, 'Step 3', 'Step 4') WHERE team_id = 'team_a' AND seq = 3",
    );
    expect((await check()).check).toMatchObject({ ok: false, kind: 'row_hash', first_broken: 3 });
    await admin.query(
      "UPDATE agent_actions SET body = replace(body, 'Step 4', 'Step 3') WHERE team_id = 'team_a' AND seq = 3",
    );
    expect(await check()).toMatchObject({ check: { ok: true, full: true, checked: 6 }, alert: undefined });
  });
});
