import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { allowEgress, withdrawEgress } from '../../src/cli/egress.ts';
import { exportLedger } from '../../src/cli/export.ts';
import { createKey, endKey } from '../../src/cli/keys.ts';
import { publishSigningKeys } from '../../src/cli/ledger-owner.ts';
import { limitModels } from '../../src/cli/models.ts';
import { verifyLedger } from '../../src/cli/ledger.ts';
import { parseBody } from '../../src/ledger/entry.ts';
import { provideKey } from '../../src/provision/local-key.ts';
import { ensureTeam } from '../../src/store/keys/team.ts';
import { freshDatabase } from '../helpers/database.ts';

const COMMAND_LINE = { kind: 'service', id: 'command-line', name: 'Command line' };

const open = async () => {
  const database = await freshDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'recorded-'));
  onTestFinished(async () => rm(folder, { recursive: true }));
  const rows = async (team: string) => {
    const { id } = await ensureTeam(database.db, { name: team });
    const found = await database.db
      .selectFrom('agent_actions')
      .select(['ledger_ref', 'body'])
      .where('team_id', '=', id)
      .orderBy('seq')
      .execute();
    return found.map(({ ledger_ref, body }) => {
      const { columns, content } = parseBody(body);
      return { action: columns.action, ledger_ref, actor: content.actor, detail: content.detail };
    });
  };
  return { ...database, folder, rows, where: { databaseUrl: database.url, dataDir: folder } };
};

it('what an administrator changes on the command line is recorded once in the team’s chain', async () => {
  const { where, folder, rows } = await open();
  const { id } = (await createKey(where, { team: 'acme', name: 'portal', scopes: 'scan' })).json;
  await allowEgress(where, 'acme', 'portal.example.in');
  await allowEgress(where, 'acme', 'portal.example.in');
  await withdrawEgress(where, 'acme', 'portal.example.in');
  await withdrawEgress(where, 'acme', 'portal.example.in');
  await limitModels(where, 'acme', ['b', 'a']);
  await limitModels(where, 'acme', ['a', 'b']);
  await limitModels(where, 'acme', undefined);
  await exportLedger(where, { team: 'acme', format: 'jsonl', out: join(folder, 'acme.jsonl') });
  await endKey(where, 'acme', String(id));
  await endKey(where, 'acme', String(id));
  const found = await rows('acme');
  expect(found).toMatchObject([
    { action: 'key.issued', ledger_ref: id, detail: { scopes: ['scan'] } },
    { action: 'setting.changed', detail: { setting: 'egress', added: ['portal.example.in'] } },
    { action: 'setting.changed', detail: { setting: 'egress', removed: ['portal.example.in'] } },
    { action: 'setting.changed', detail: { setting: 'models', before: null, after: ['a', 'b'] } },
    { action: 'setting.changed', detail: { setting: 'models', before: ['a', 'b'], after: null } },
    { action: 'ledger.exported', detail: { scope: 'chain', format: 'jsonl' } },
    { action: 'key.revoked', ledger_ref: id },
  ]);
  for (const { actor } of found) expect(actor).toMatchObject(COMMAND_LINE);
});

it('replacing the keys that sign checkpoints is recorded in every team’s chain, but publishing the first keys is not', async () => {
  const { url, adminUrl, db, rows, where } = await open();
  for (const team of ['acme', 'other']) await ensureTeam(db, { name: team });
  const publish = async (): Promise<unknown> =>
    publishSigningKeys(adminUrl, {
      DATABASE_URL: url,
      TEMPORAL_ADDRESS: '127.0.0.1:1',
      ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    });
  await publish();
  expect(await rows('acme')).toEqual([]);
  await publish();
  for (const team of ['acme', 'other']) {
    expect(await rows(team)).toMatchObject([
      {
        action: 'setting.changed',
        actor: COMMAND_LINE,
        detail: { setting: 'signing-keys', keys: [expect.any(String)] },
      },
    ]);
    expect((await verifyLedger(where, team)).json).toMatchObject({ ok: true, checked: 1 });
  }
});

const KEYS = [{ id: 'k1', key: Buffer.alloc(32, 1) }];

it('the key that npm start issues is recorded as issued by npm start', async () => {
  const { url, rows } = await open();
  const key = await provideKey(url, KEYS, undefined);
  expect(await provideKey(url, KEYS, key)).toBe(key);
  expect(await rows('default')).toMatchObject([
    { action: 'key.issued', actor: { kind: 'service', id: 'npm-start' } },
  ]);
});

it('a chain that is too damaged to accept rows can still be exported', async () => {
  const { adminUrl, where, folder, rows } = await open();
  await createKey(where, { team: 'acme', name: 'portal' });
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query("SET session_replication_role = 'replica'; DELETE FROM ledger_heads");
  await admin.end();
  const out = join(folder, 'acme.jsonl');
  expect(await exportLedger(where, { team: 'acme', format: 'jsonl', out })).toMatchObject({ code: 0 });
  expect(await readFile(out, 'utf8')).toContain('key.issued');
  expect(await rows('acme')).toHaveLength(1);
});
