import { describe, expect, it } from 'vitest';
import { KeyRing } from '../../../src/store/crypto/key-ring.ts';
import { createLedgerAuditActivities } from '../../../src/activities/ledger/audit.ts';
import { createAgentTask } from '../../../src/runs/agent/task/create.ts';
import { addMessage, findMessage, readMessages } from '../../../src/runs/agent/transcript.ts';
import { eraseCase } from '../../../src/runs/erase.ts';
import { SealedValueGoneError, openValue, sealValue } from '../../../src/store/vault/vault.ts';
import { bySomeKey, someKey } from '../../helpers/actors.ts';
import { startTestApi } from '../../helpers/api.ts';
import { openAudit, type AuditTest } from './helpers.ts';

const RAW = { applicant: 'Asha Rao', pan: 'ABCPK1234L', aadhaar: '2345 6789 1238' };

describe('POST /v1/govern/erasures', () => {
  it('the API destroys the keys of a case permanently and records it in a chain that still verifies', async () => {
    const api = await startTestApi({ ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}` });
    const { key, teamId } = await api.newTeam(['admin', 'scan', 'ledger:read', 'runs:write', 'runs:read']);
    const { db } = api.database;
    const { body: run } = await api.send<{ ledger_ref: string; id: string }>(
      'POST',
      '/v1/workforce/verticals/kyc/runs',
      { key, body: { case: RAW } },
    );
    const ref = run.ledger_ref;
    const ring = new KeyRing([{ id: 'k1', key: Buffer.alloc(32, 7) }], 'case-vault');
    await sealValue(db, ring, { teamId, ref: `${ref}/outcome`, value: RAW });
    expect(await openValue(db, ring, { teamId, ref })).toEqual(RAW);

    const answer = await api.send('POST', '/v1/govern/erasures', {
      key,
      body: { ledger_ref: ref, reason: 'asked by ABCPK1234L' },
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      erased_ref: ref,
      values: 2,
      seq: 1,
      ledger_ref: expect.stringMatching(/^erase-/) as string,
    });
    for (const gone of [ref, `${ref}/outcome`]) {
      await expect(openValue(db, ring, { teamId, ref: gone })).rejects.toBeInstanceOf(SealedValueGoneError);
    }
    const stored = await db.selectFrom('case_vault').selectAll().where('team_id', '=', teamId).execute();
    expect(stored.map(({ wrapped_key, sealed }) => ({ wrapped_key, sealed }))).toEqual([
      { wrapped_key: null, sealed: null },
      { wrapped_key: null, sealed: null },
    ]);
    // Work in progress still writes its result, which is erased from the start.
    await sealValue(db, ring, { teamId, ref: `${ref}/late`, value: RAW });
    await expect(openValue(db, ring, { teamId, ref: `${ref}/late` })).rejects.toBeInstanceOf(
      SealedValueGoneError,
    );

    const again = await api.send('POST', '/v1/govern/erasures', { key, body: { ledger_ref: ref } });
    expect(again.body).toEqual(answer.body);
    const { body: entries } = await api.send<{ entries: { detail: object }[] }>(
      'GET',
      `/v1/govern/ledger/${String(answer.body['ledger_ref'])}`,
      { key },
    );
    expect(entries.entries).toMatchObject([{ action: 'case.erase', detail: { erased_ref: ref, values: 2 } }]);
    expect(JSON.stringify(entries)).not.toContain('ABCPK1234L');
    expect((await api.send('GET', '/v1/govern/verify', { key })).body).toMatchObject({
      ok: true,
      checked: 1,
    });
  });

  it('the API refuses other teams, keys without the admin scope and invalid bodies', async () => {
    const api = await startTestApi();
    const { key } = await api.newTeam(['runs:write', 'admin']);
    const { key: stranger } = await api.newTeam(['admin']);
    const { key: reader } = await api.newTeam(['ledger:read']);
    const { body: run } = await api.send<{ ledger_ref: string }>('POST', '/v1/workforce/verticals/kyc/runs', {
      key,
      body: { case: RAW },
    });
    const erase = async (bearer: string, body: object) =>
      (await api.send('POST', '/v1/govern/erasures', { key: bearer, body })).status;
    expect(await erase(stranger, { ledger_ref: run.ledger_ref })).toBe(404);
    expect(await erase(reader, { ledger_ref: run.ledger_ref })).toBe(403);
    expect(await erase(key, { ledger_ref: 'wf-none' })).toBe(404);
    expect(await erase(key, { ledger_ref: '%' })).toBe(422);
    expect(await erase(key, {})).toBe(422);
    expect(await erase(key, { ledger_ref: run.ledger_ref, reason: '' })).toBe(422);
  });
});

const retentionOf = (test: AuditTest, vaultRing: KeyRing) =>
  createLedgerAuditActivities({
    ...test.database,
    ledger: test.ledger,
    vaultRing,
    // The job never calls Temporal.
    client: undefined as never,
    taskQueues: [],
    fullHours: 24,
    retentionDays: 365,
    hooks: [],
    report: () => undefined,
  });

const AGE = ['case_vault', 'agent_messages']
  .map((table) => `UPDATE ${table} SET created_at = now() - interval '366 days'`)
  .join('; ');

describe('An agent task', () => {
  const ring = new KeyRing([{ id: 'k1', key: Buffer.alloc(32, 7) }], 'case-vault');
  const model = {
    name: 'a-model',
    budgets: { turns: 5, tool_calls: 5, tokens: 1_000, wall_ms: 1_000, cost: 0 },
  };

  const newTask = async (test: AuditTest, file?: { name: string; content: string }): Promise<string> =>
    test.database.db.transaction().execute(async (tx) =>
      createAgentTask(tx, ring, {
        teamId: 'team_a',
        askedBy: someKey,
        task: 'Add the amounts up.',
        files: file === undefined ? [] : [{ name: file.name, content: Buffer.from(file.content) }],
        model,
      }),
    );

  const isOpen = async (test: AuditTest, ledgerRef: string): Promise<boolean> =>
    readMessages(test.database.db, ring, { teamId: 'team_a', ledgerRef }).then(
      () => true,
      (error: unknown) => {
        expect(error).toBeInstanceOf(SealedValueGoneError);
        return false;
      },
    );

  it('a task without a file is erased by its ref, and its later messages are erased at once', async () => {
    const test = await openAudit(1);
    const { db } = test.database;
    const ref = await newTask(test);
    expect(await isOpen(test, ref)).toBe(true);
    const erasure = { teamId: 'team_a', ref, reason: 'asked for', actor: bySomeKey };
    const entry = await eraseCase(db, test.ledger, erasure);
    expect(entry?.detail).toMatchObject({ erased_ref: ref, values: 2 });
    expect(await isOpen(test, ref)).toBe(false);
    const place = { teamId: 'team_a', ledgerRef: ref, turn: 1, part: 0 };
    await addMessage(db, ring, place, { role: 'assistant', text: 'late', calls: [] });
    await expect(findMessage(db, ring, place)).rejects.toBeInstanceOf(SealedValueGoneError);
    await sealValue(db, ring, { teamId: 'team_a', ref: `${ref}/files`, value: RAW });
    await expect(openValue(db, ring, { teamId: 'team_a', ref: `${ref}/files` })).rejects.toBeInstanceOf(
      SealedValueGoneError,
    );
    expect((await eraseCase(db, test.ledger, { ...erasure, teamId: 'team_b' }))?.id).toBeUndefined();
  });

  it('the retention job erases tasks and analyses although nothing is stored under their own ref', async () => {
    const test = await openAudit(1);
    const { db } = test.database;
    const old = [await newTask(test), await newTask(test, { name: 'a.csv', content: 'pan\nABCPK1234L\n' })];
    const dataset = 'analyze-0123456789abcdef0123456789abcdef/dataset';
    await sealValue(db, ring, { teamId: 'team_a', ref: dataset, value: RAW });
    await test.admin.query(AGE);
    const young = await newTask(test, { name: 'b.csv', content: 'pan\nABCPK1234L\n' });
    const { eraseOverdueCases } = retentionOf(test, ring);
    expect(await eraseOverdueCases()).toEqual({ erased: 3, more: false });
    expect(await eraseOverdueCases()).toEqual({ erased: 0, more: false });
    expect(await Promise.all([...old, young].map(async (ref) => isOpen(test, ref)))).toEqual([
      false,
      false,
      true,
    ]);
    for (const ref of [dataset, `${old[1]}/files`])
      await expect(openValue(db, ring, { teamId: 'team_a', ref })).rejects.toBeInstanceOf(
        SealedValueGoneError,
      );
    expect(await openValue(db, ring, { teamId: 'team_a', ref: `${young}/files` })).toBeDefined();
    expect(test.conflicts).toEqual([]);
  });
});

describe('The retention job', () => {
  it('the job erases values older than the retention period and nothing younger', async () => {
    const test = await openAudit(1);
    const { db } = test.database;
    const ring = new KeyRing([{ id: 'k1', key: Buffer.alloc(32, 7) }], 'case-vault');
    for (const ref of ['wf-old', 'wf-old/outcome', 'wf-young'])
      await sealValue(db, ring, { teamId: 'team_a', ref, value: RAW });
    await test.admin
      .query(`UPDATE case_vault SET created_at = now() - interval '366 days' WHERE ref LIKE 'wf-old%';
      UPDATE case_vault SET created_at = now() - interval '364 days' WHERE ref = 'wf-young'`);
    const { eraseOverdueCases } = retentionOf(test, ring);
    expect(await eraseOverdueCases()).toEqual({ erased: 1, more: false });
    expect(await eraseOverdueCases()).toEqual({ erased: 0, more: false });
    await expect(openValue(db, ring, { teamId: 'team_a', ref: 'wf-old' })).rejects.toBeInstanceOf(
      SealedValueGoneError,
    );
    expect(await openValue(db, ring, { teamId: 'team_a', ref: 'wf-young' })).toEqual(RAW);
    expect(await test.ledger.verify('team_a')).toMatchObject({ ok: true, checked: 2 });
  });
});
