import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogChanges } from '../../../src/ledger/audit/catalog-changes.ts';
import { createPool } from '../../../src/store/db/client.ts';
import { startService, type TestService } from '../../helpers/service.ts';
import { openAudit } from './helpers.ts';

const HIDE =
  'CREATE POLICY hidden ON agent_actions USING (seq <> 2); ALTER TABLE agent_actions ENABLE ROW LEVEL SECURITY';

describe('The catalog check', () => {
  it.each([
    ['a policy', HIDE, 'policy agent_actions hidden', 'added'],
    ['enabled row security', HIDE, 'row security agent_actions', 'changed'],
    [
      'row security on the teams table',
      'ALTER TABLE teams ENABLE ROW LEVEL SECURITY',
      'row security teams',
      'changed',
    ],
    [
      'a view in place of a table',
      'ALTER TABLE ledger_segments RENAME TO kept; CREATE VIEW ledger_segments AS SELECT * FROM kept WHERE false',
      'owner ledger_segments',
      'missing',
    ],
    [
      'a right for a foreign role',
      'CREATE ROLE stranger_of_a_test; GRANT UPDATE ON ledger_keys TO stranger_of_a_test',
      'right of stranger_of_a_test ledger_keys',
      'added',
    ],
    [
      'a right on a column',
      'GRANT UPDATE (note) ON ledger_checkpoints TO pramaan_app',
      'right on a column ledger_checkpoints note',
      'added',
    ],
    [
      'an extra function right for the service',
      'GRANT EXECUTE ON FUNCTION publish_ledger_keys TO pramaan_app',
      'right of pramaan_app publish_ledger_keys(text,bytea[]) EXECUTE',
      'changed',
    ],
    [
      'a trigger on the vault',
      'CREATE TRIGGER quiet BEFORE INSERT ON case_vault FOR EACH ROW EXECUTE FUNCTION ledger_deny()',
      'trigger case_vault quiet',
      'added',
    ],
    [
      'a rule on the runs table',
      'CREATE RULE quiet AS ON UPDATE TO runs DO INSTEAD NOTHING',
      'rule runs quiet',
      'added',
    ],
    [
      'a table that inherits rows',
      'CREATE TABLE more () INHERITS (agent_actions)',
      'parts of agent_actions more',
      'added',
    ],
    [
      'a function that shadows a built-in one',
      "CREATE FUNCTION public.encode(bytea, varchar) RETURNS text LANGUAGE sql AS $$ SELECT '' $$",
      'shadow encode(bytea,character varying)',
      'added',
    ],
    [
      'a search path set for the database',
      `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = evil, public', current_database()); END $$`,
      'setting of everybody',
      'added',
    ],
  ])('the check reports %s', async (_, sql, name, change) => {
    const { database, admin } = await openAudit(1);
    await admin.query('BEGIN');
    await admin.query(sql);
    // This is checked before the rollback, because roles belong to the whole server.
    expect(await catalogChanges(admin)).toContainEqual({ name, change });
    await admin.query('ROLLBACK');
    expect(await catalogChanges(database.pool)).toEqual([]);
  });
});

describe('Rows that an administrator hides', () => {
  let service: TestService;
  let pool: ReturnType<typeof createPool>;
  beforeAll(async () => {
    service = await startService({ env: { WORKER_ROLES: 'steps' } });
    pool = createPool(service.env['DATABASE_URL']!);
  });
  afterAll(async () => {
    await pool.end();
    await service.close();
  });

  const problemOf = async (path: string) => {
    const response = await service.request('GET', path);
    return [response.status, ((await response.json()) as { type?: string }).type];
  };

  it('readers report a broken ledger rather than a run without rows, and the verifier does not approve the chain', async () => {
    const { id, ledger_ref: ref } = await service.startRun('kyc');
    await service.finished(id);
    const paths = [
      `/v1/workforce/runs/${id}`,
      `/v1/workforce/runs/${id}/ledger`,
      `/v1/govern/ledger/${ref}`,
      `/v1/govern/ledger/${ref}/proof`,
    ];
    const BROKEN = [500, 'urn:pramaan:problem:ledger-broken'];
    for (const policy of ['seq <> 3', 'false']) {
      await service.admin(
        `CREATE POLICY hidden ON agent_actions USING (${policy}); ALTER TABLE agent_actions ENABLE ROW LEVEL SECURITY`,
      );
      for (const path of paths) expect(await problemOf(path), path).toEqual(BROKEN);
      const verified = await service.request('GET', '/v1/govern/verify');
      expect(await verified.json()).toMatchObject({
        ok: false,
        reason: expect.stringMatching(/^hidden/) as string,
      });
      await service.admin(
        'DROP POLICY hidden ON agent_actions; ALTER TABLE agent_actions DISABLE ROW LEVEL SECURITY',
      );
      for (const path of paths) expect((await service.request('GET', path)).status, path).toBe(200);
    }
  });

  it('readers notice hidden rows even when the table’s owner sees none of them', async () => {
    const { id, ledger_ref: ref } = await service.startRun('it');
    await service.finished(id);
    await service.admin(
      'CREATE POLICY hidden ON agent_actions USING (false); ALTER TABLE agent_actions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY',
    );
    for (const path of [
      `/v1/workforce/runs/${id}`,
      `/v1/workforce/runs/${id}/ledger`,
      `/v1/govern/ledger/${ref}`,
    ]) {
      expect(await problemOf(path), path).toEqual([500, 'urn:pramaan:problem:ledger-broken']);
    }
    await service.admin(
      'DROP POLICY hidden ON agent_actions; ALTER TABLE agent_actions DISABLE ROW LEVEL SECURITY, NO FORCE ROW LEVEL SECURITY',
    );
  });

  it('readers do not mistake the rows of an unfinished run for hidden ones', async () => {
    const { id } = await service.startRun('voice');
    const ledger = await service.request('GET', `/v1/workforce/runs/${id}/ledger`);
    expect(ledger.status).toBe(200);
    await service.finished(id);
  });
});
