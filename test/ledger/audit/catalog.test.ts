import { describe, expect, it } from 'vitest';
import { readCatalog } from '../../../src/ledger/audit/catalog.ts';
import {
  catalogChanges,
  compareCatalogs,
  releasedCatalog,
} from '../../../src/ledger/audit/catalog-changes.ts';
import { pramaan } from '../../cli/run.ts';
import { openAudit } from './helpers.ts';

describe('The release’s catalog', () => {
  it('the catalog matches the migrations (otherwise run node scripts/ledger-catalog.ts)', async () => {
    const { database } = await openAudit(1);
    expect(await readCatalog(database.pool)).toEqual(await releasedCatalog());
  });

  it.each([
    [
      'a verifier that approves everything (A31)',
      `CREATE OR REPLACE FUNCTION verify_agent_ledger(team_id text, from_seq bigint DEFAULT 0, from_hash bytea DEFAULT NULL)
       RETURNS TABLE (ok boolean, checked bigint, first_broken bigint, reason text) LANGUAGE sql AS
       'SELECT true, 0::bigint, NULL::bigint, NULL::text'`,
      'function verify_agent_ledger(text,bigint,bytea)',
      'changed',
    ],
    [
      'a trigger function that allows everything (A39)',
      `CREATE OR REPLACE FUNCTION ledger_deny() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'`,
      'function ledger_deny()',
      'changed',
    ],
    [
      'a disabled trigger',
      'ALTER TABLE agent_actions DISABLE TRIGGER agent_actions_append_only',
      'trigger agent_actions agent_actions_append_only',
      'changed',
    ],
    [
      'a missing trigger',
      'DROP TRIGGER ledger_heads_only_forward ON ledger_heads',
      'trigger ledger_heads ledger_heads_only_forward',
      'missing',
    ],
    [
      'a missing check',
      'ALTER TABLE agent_actions DROP CONSTRAINT agent_actions_hash',
      'constraint agent_actions agent_actions_hash',
      'missing',
    ],
    [
      'a rule that swallows rows',
      'CREATE RULE quiet AS ON INSERT TO ledger_checkpoints DO INSTEAD NOTHING',
      'rule ledger_checkpoints quiet',
      'added',
    ],
    [
      'an extra right for the service',
      'GRANT UPDATE ON agent_actions TO pramaan_app',
      'right of pramaan_app agent_actions UPDATE',
      'changed',
    ],
    [
      'a function without its search path',
      'ALTER FUNCTION append_agent_actions RESET search_path',
      'function append_agent_actions(text[],text[],text[],integer[],text[],text[],text)',
      'changed',
    ],
  ])('the catalog differs from a database with %s', async (_, sql, name, change) => {
    const { database, admin } = await openAudit(1);
    await admin.query(sql);
    expect(await catalogChanges(database.pool)).toContainEqual({ name, change });
  });

  it('A31: the command line detects a replaced verifier on a sound chain', async () => {
    const { database, admin } = await openAudit(3);
    const verify = async () =>
      pramaan({ DATABASE_URL: database.url }, 'ledger', 'verify', '--team', 'a', '--json');
    expect(await verify()).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('"changed":[]') as string,
    });
    await admin.query(`ALTER FUNCTION ledger_reason RESET search_path`);
    const ran = await verify();
    expect(ran.code).toBe(1);
    expect(JSON.parse(ran.stdout)).toMatchObject({
      ok: true,
      changed: [{ name: 'function ledger_reason(text,bigint,bigint,bytea)', change: 'changed' }],
    });
  });

  it('the check does not judge a server with a different major version', () => {
    expect(
      compareCatalogs({ postgres: 18, objects: { a: '1' } }, { postgres: 17, objects: {} }),
    ).toBeUndefined();
  });
});
