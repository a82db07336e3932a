import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { recordAlert } from '../../../src/ledger/audit/alert.ts';
import { checkTeam } from '../../../src/ledger/audit/check.ts';
import { lostKeys } from '../../../src/ledger/audit/lost-keys.ts';
import { KeyRing } from '../../../src/store/crypto/key-ring.ts';
import { createAgentRun } from '../../../src/runs/agent/agent-runs.ts';
import { sealBlob } from '../../../src/store/vault/blobs.ts';
import { eraseCase } from '../../../src/runs/erase.ts';
import { openValue, sealValue } from '../../../src/store/vault/vault.ts';
import { entryOf } from '../helpers.ts';
import { pramaan } from '../../cli/run.ts';
import { bySomeKey, someKey } from '../../helpers/actors.ts';
import { age, openAudit } from './helpers.ts';

const KEY = { id: 'k1', key: Buffer.alloc(32, 7) };
const RING = new KeyRing([KEY], 'case-vault');
const VALUE = { pan: 'ABCPK1234L' };

/** Returns a ref whose UUIDv7 was created this many days ago. */
const refOf = (kind: string, days = 0): string => {
  const made = (Date.now() - days * 86_400_000).toString(16).padStart(12, '0');
  return `${kind}${made}${randomBytes(10).toString('hex')}`;
};

/**
 * Creates a team with a sealed value of each kind, each with a row about it. If `days` is given, everything is that old and is
 * not covered by a checkpoint.
 */
const openVault = async (days = 0) => {
  const test = await openAudit(0);
  const { pool, db } = test.database;
  const teamId = 'team_a';
  const [wf, code, doc, operator, task, analysis] = [
    refOf('wf-', days),
    refOf('run-', days),
    refOf('doc-', days),
    refOf('op_', days),
    refOf('task-', days),
    refOf('analyze-', days),
  ];
  for (const ref of [wf, `${wf}/outcome`, code, doc, operator])
    await sealValue(db, RING, { teamId, ref, value: VALUE });
  await db.transaction().execute(async (tx) => {
    await createAgentRun(tx, RING, {
      teamId,
      ledgerRef: task,
      kind: 'task',
      model: { name: 'm' },
      budgets: { turns: 1, tool_calls: 1, tokens: 0, wall_ms: 1, cost: 0 },
      askedBy: someKey,
      messages: [{ role: 'system', text: 'a prompt' }],
    });
    await sealBlob(tx, RING, { teamId, ref: `${analysis}/dataset`, bytes: Buffer.from('a,b\n1,2') });
  });
  for (const ledgerRef of [wf, code, doc, operator, task, analysis, refOf('scan-')])
    await test.ledger.append(entryOf(1, { ledgerRef }));
  if (days === 0) await test.sign();
  const parts = { pool, db, ledger: test.ledger, vaultRing: RING };
  return {
    ...test,
    refs: { wf, code, doc, operator, task, analysis },
    parts,
    lost: async (full = true) => lostKeys(parts, teamId, { since: 0, full }),
    check: async (full = true) => checkTeam(parts, teamId, { full }),
    erase: async (ref: string) =>
      eraseCase(db, test.ledger, { teamId, ref, reason: 'asked for', actor: bySomeKey }),
  };
};

type Vault = Awaited<ReturnType<typeof openVault>>;

/** Actions of somebody who has the database's password, each with the value that the audit then reports. */
const attacks: readonly {
  readonly what: string;
  readonly sql: (refs: Vault['refs']) => string;
  readonly of: keyof Vault['refs'];
}[] = [
  ...(['wf', 'code', 'doc', 'operator'] as const).map((of) => ({
    what: `deletes a sealed case (${of})`,
    sql: (refs: Vault['refs']) => `DELETE FROM case_vault WHERE ref = '${refs[of]}'`,
    of,
  })),
  {
    what: 'deletes a task’s messages',
    sql: ({ task }) => `DELETE FROM agent_messages WHERE ledger_ref = '${task}'`,
    of: 'task',
  },
  {
    what: 'empties the keys of messages',
    sql: ({ task }) => `UPDATE agent_messages SET wrapped_key = NULL WHERE ledger_ref = '${task}'`,
    of: 'task',
  },
  {
    what: 'deletes a dataset',
    sql: ({ analysis }) => `DELETE FROM case_vault WHERE ref = '${analysis}/dataset'`,
    of: 'analysis',
  },
  {
    what: 'empties the key of a piece of a dataset',
    sql: ({ analysis }) => `UPDATE case_vault SET wrapped_key = NULL WHERE ref = '${analysis}/dataset/0'`,
    of: 'analysis',
  },
  {
    what: 'empties a wrapped key',
    sql: ({ doc }) => `UPDATE case_vault SET wrapped_key = NULL WHERE ref = '${doc}'`,
    of: 'doc',
  },
  {
    what: 'empties a sealed value',
    sql: ({ wf }) => `UPDATE case_vault SET sealed = NULL WHERE ref = '${wf}/outcome'`,
    of: 'wf',
  },
  {
    what: 'empties a case like an erasure but without its row',
    sql: ({ code }) =>
      `UPDATE case_vault SET wrapped_key = NULL, sealed = NULL, erased_at = now() - interval '400 days' WHERE ref = '${code}'`,
    of: 'code',
  },
  {
    what: 'truncates a wrapped key',
    sql: ({ wf }) => `UPDATE case_vault SET wrapped_key = substr(wrapped_key, 2) WHERE ref = '${wf}'`,
    of: 'wf',
  },
  {
    what: 'overwrites a byte of a wrapped key',
    sql: ({ wf }) =>
      `UPDATE case_vault SET wrapped_key = set_byte(wrapped_key, 20, 255 - get_byte(wrapped_key, 20)) WHERE ref = '${wf}'`,
    of: 'wf',
  },
  {
    what: 'replaces a wrapped key with another case’s key',
    sql: ({ wf, doc }) =>
      `UPDATE case_vault SET wrapped_key = (SELECT wrapped_key FROM case_vault WHERE ref = '${doc}') WHERE ref = '${wf}'`,
    of: 'wf',
  },
  {
    what: 'overwrites a byte of a sealed value',
    sql: ({ doc }) =>
      `UPDATE case_vault SET sealed = set_byte(sealed, 14, 255 - get_byte(sealed, 14)) WHERE ref = '${doc}'`,
    of: 'doc',
  },
  {
    what: 'names a key that was not on the ring a day ago',
    sql: ({ doc }) =>
      `UPDATE case_vault SET key_id = 'k0', created_at = now() - interval '25 hours' WHERE ref = '${doc}'`,
    of: 'doc',
  },
  {
    what: 'moves a case to another team',
    sql: ({ code }) => `UPDATE case_vault SET team_id = 'team_b' WHERE ref = '${code}'`,
    of: 'code',
  },
];

describe('A key that was destroyed by hand', () => {
  it.each(attacks)('the audit reports it when somebody $what', async ({ sql, of }) => {
    const vault = await openVault();
    expect(await vault.lost()).toEqual([]);
    await vault.admin.query(`SET session_replication_role = 'replica'; ${sql(vault.refs)}`);
    expect(await vault.lost()).toEqual([vault.refs[of]]);
    expect(await vault.ledger.verify('team_a')).toMatchObject({ ok: true });
  });

  it('the audit reports a lost key once, reports again when another is lost, and stops after a recorded erasure', async () => {
    const vault = await openVault();
    const { wf, doc } = vault.refs;
    expect(await vault.check()).toMatchObject({ check: { ok: true, kind: null }, alert: undefined });
    await vault.admin.query(`UPDATE case_vault SET wrapped_key = NULL WHERE ref = '${doc}'`);
    const { alert } = await vault.check();
    const said = 'lost_key: no key opens these cases (1), and no row records an erasure: ';
    expect(alert).toMatchObject({
      team_id: 'team_a',
      kind: 'lost_key',
      first_broken: null,
      reason: said + doc,
    });
    await recordAlert({ db: vault.database.db, ledger: vault.ledger }, alert!);
    // Each pass checks the finding again, but none reports it again.
    expect(await vault.check(false)).toMatchObject({ check: { ok: false, full: true }, alert: undefined });
    await vault.admin.query(`DELETE FROM case_vault WHERE ref LIKE '${wf}%'`);
    const second = (await vault.check(false)).alert;
    expect(second?.reason).toContain([doc, wf].join(', '));
    await recordAlert({ db: vault.database.db, ledger: vault.ledger }, second!);
    const told = await vault.admin.query("SELECT FROM agent_actions WHERE action = 'ledger.alert'");
    expect(told.rowCount).toBe(2);
    expect(await vault.erase(doc)).toMatchObject({ detail: { erased_ref: doc, values: 1 } });
    expect(await vault.erase(wf)).toMatchObject({ detail: { erased_ref: wf, values: 0 } });
    expect(await vault.check(false)).toMatchObject({ check: { ok: true }, alert: undefined });
  });

  it('an incremental check reports a new case’s lost key without reading the others', async () => {
    const vault = await openVault();
    expect((await vault.check()).check.ok).toBe(true);
    await vault.admin.query(`DELETE FROM case_vault WHERE ref = '${vault.refs.doc}'`);
    expect(await vault.check(false)).toMatchObject({ check: { ok: true, full: false, checked: 0 } });
    const fresh = refOf('doc-');
    await vault.ledger.append(entryOf(1, { ledgerRef: fresh }));
    const { check } = await vault.check(false);
    expect(check).toMatchObject({ kind: 'lost_key', full: false });
    expect(check.reason).toContain(`(1), and no row records an erasure: ${fresh}`);
    expect((await vault.check(false)).check.reason).toContain('(2)');
  });
});

describe('Keys that are legitimately absent', () => {
  it('the audit does not report an erased case, whether it was erased before or after its first row', async () => {
    const vault = await openVault();
    const { db } = vault.database;
    const [early, refused] = [refOf('wf-'), refOf('run-')];
    await sealValue(db, RING, { teamId: 'team_a', ref: early, value: VALUE });
    for (const ref of [early, vault.refs.wf, vault.refs.operator]) await vault.erase(ref);
    await vault.ledger.append(entryOf(1, { ledgerRef: early }));
    await sealValue(db, RING, { teamId: 'team_a', ref: `${early}/outcome`, value: VALUE });
    // A request that was refused before it was stored has neither a value nor a row, so there is nothing to erase.
    expect(await vault.erase(refused)).toBeUndefined();
    expect(await vault.lost()).toEqual([]);
  });

  it('the audit does not report an interrupted erasure, because the key and the row change in one transaction', async () => {
    const vault = await openVault();
    const { wf } = vault.refs;
    const { admin } = vault;
    const waiting = `FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await admin.query("BEGIN; SELECT FROM ledger_heads WHERE team_id = 'team_a' FOR UPDATE");
    const erasing = vault.erase(wf);
    erasing.catch(() => undefined);
    await expect.poll(async () => (await admin.query(`SELECT ${waiting}`)).rowCount).toBe(1);
    expect(await vault.lost()).toEqual([]);
    await admin.query(`SELECT pg_terminate_backend(pid) ${waiting}; COMMIT`);
    await expect(erasing).rejects.toThrow();
    expect(await vault.lost()).toEqual([]);
    expect(await openValue(vault.database.db, RING, { teamId: 'team_a', ref: wf })).toEqual(VALUE);
    await vault.erase(wf);
    expect(await vault.lost()).toEqual([]);
  });

  it('the audit accepts an erasure whose row was pruned but reports an erasure that cannot have happened', async () => {
    const vault = await openVault(400);
    const { admin, folder } = vault;
    const { wf, code, task } = vault.refs;
    await vault.erase(wf);
    const { rows } = await admin.query<{ seq: number }>(
      "SELECT seq::integer FROM ledger_heads WHERE team_id = 'team_a'",
    );
    await age(vault, rows[0]!.seq, 400);
    await admin.query(`UPDATE case_vault SET created_at = created_at - interval '400 days',
      erased_at = erased_at - interval '400 days'`);
    await vault.sign();
    const [later, told] = [refOf('run-'), refOf('run-')];
    for (const ref of [later, told]) {
      await sealValue(vault.database.db, RING, { teamId: 'team_a', ref, value: VALUE });
      await vault.ledger.append(entryOf(1, { ledgerRef: ref }));
    }
    await vault.sign();
    const keys = join(folder, 'keys.txt');
    await writeFile(keys, vault.keysOf('team_a'));
    const owner = { DATABASE_MIGRATION_URL: vault.database.adminUrl };
    const ledger = async (...args: string[]) =>
      pramaan(owner, 'ledger', ...args, '--team', 'a', '--key', keys, '--json');
    const { file } = JSON.parse((await ledger('seal', '--out', folder)).stdout) as { file: string };
    expect(JSON.parse((await ledger('prune', '--file', file)).stdout)).toMatchObject({
      removed: rows[0]!.seq,
    });
    expect(await vault.lost()).toEqual([]);
    const destroyed = 'UPDATE case_vault SET wrapped_key = NULL, sealed = NULL, erased_at = now()';
    await admin.query(`${destroyed} WHERE ref = '${code}';
      ${destroyed} - interval '500 days' WHERE ref = '${told}';
      UPDATE agent_messages SET wrapped_key = NULL WHERE ledger_ref = '${task}'`);
    expect(await vault.lost()).toEqual([code, told, task].toSorted());
  });

  it('the audit does not report keys under rotation', async () => {
    const vault = await openVault();
    const next = new KeyRing([{ id: 'k2', key: Buffer.alloc(32, 8) }, KEY], 'case-vault');
    const ref = refOf('doc-');
    await sealValue(vault.database.db, next, { teamId: 'team_a', ref, value: VALUE });
    expect(await vault.lost()).toEqual([]);
    expect(await lostKeys({ ...vault.parts, vaultRing: next }, 'team_a', { since: 0, full: true })).toEqual(
      [],
    );
  });
});
