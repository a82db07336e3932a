import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLedgerAuditActivities } from '../../../src/activities/ledger/audit.ts';
import type { Alert } from '../../../src/ledger/audit/alert.ts';
import { loadConfig } from '../../../src/config.ts';
import { KeyRing } from '../../../src/store/crypto/key-ring.ts';
import { createPool } from '../../../src/store/db/client.ts';
import { createLedger } from '../../../src/ledger/index.ts';
import { queuesOf } from '../../../src/temporal/queues.ts';
import { useService } from '../../helpers/use-service.ts';

const service = await useService({ worker: false, verifiesLedger: false });
// Acts as a compromised process of the service.
const pool = createPool(service.env['DATABASE_URL']!);
afterAll(async () => pool.end());

/** Creates the audit as a newly started worker does. */
const openAudit = (alerts: Alert[]) => {
  const config = loadConfig(service.env);
  const { steps, sandboxes } = queuesOf(config.TEMPORAL_TASK_QUEUE);
  const { db } = service.database;
  return createLedgerAuditActivities({
    pool,
    db,
    ledger: createLedger({ pool }),
    vaultRing: new KeyRing(config.ENCRYPTION_KEYS, 'case-vault'),
    client: service.engine,
    taskQueues: [steps, sandboxes],
    fullHours: 24,
    retentionDays: 365,
    hooks: [],
    report: (event) => {
      if ('alert' in event && event.alert.team_id !== null) alerts.push(event.alert);
    },
  });
};

const DENIED = { code: '42501' };

describe('The audit’s marks', () => {
  beforeAll(async () => {
    await service.admin(
      `SELECT FROM append_agent_actions('{${service.teamId}}', '{act_1}', '{scan-1}', '{1}', '{x}', '{k}', '{"a":1}');
       INSERT INTO ledger_checks VALUES ('${service.teamId}', now(), now(), 1, true);
       INSERT INTO ledger_reconciliations VALUES ('a queue', now());
       INSERT INTO ledger_reconciled_rows VALUES ('${service.teamId}', 1);
       INSERT INTO ledger_shipments (team_id, witness, state) VALUES ('${service.teamId}', 'w', 'failed');`,
    );
  });

  it.each([
    ['of the full check to infinity', "UPDATE ledger_checks SET full_at = 'infinity'"],
    ['of the full check to tomorrow', "UPDATE ledger_checks SET full_at = now() + interval '1 day'"],
    ['of the full check back', "UPDATE ledger_checks SET full_at = full_at - interval '1 day'"],
    ['of a check beyond the chain’s end', 'UPDATE ledger_checks SET seq = 1000000'],
    ['of the reconciled rows beyond the chain’s end', 'UPDATE ledger_reconciled_rows SET seq = 1000000'],
    ['of the reconciled rows back', 'UPDATE ledger_reconciled_rows SET seq = 0'],
    ['of the workflows ahead of the clock', "UPDATE ledger_reconciliations SET until = 'infinity'"],
    ['of a delivery ahead of the clock', "UPDATE ledger_shipments SET tried_at = 'infinity'"],
    ['of a delivery beyond the tree', 'UPDATE ledger_shipments SET size = 1000000'],
    ['of a check away', 'DELETE FROM ledger_checks'],
    ['of the reconciled rows away', 'DELETE FROM ledger_reconciled_rows'],
  ])('the service’s role cannot move the mark %s', async (_, statement) => {
    await expect(pool.query(statement)).rejects.toMatchObject(DENIED);
  });
});

describe('Retention, erasure and keys', () => {
  beforeAll(async () => {
    await service.startRun('kyc');
    await service.startRun('it');
    await service.admin(`UPDATE case_vault SET wrapped_key = NULL, sealed = NULL, erased_at = now()
      WHERE ref = (SELECT ledger_ref FROM runs WHERE vertical = 'it')`);
  });

  it.each([
    ['keep a case for longer', "UPDATE case_vault SET created_at = created_at + interval '1 day'"],
    [
      'store a case dated tomorrow',
      "INSERT INTO case_vault (ref, team_id, key_id, created_at) SELECT 'x', id, 'k', now() + interval '1 day' FROM teams",
    ],
    ['move a case to another ref', "UPDATE case_vault SET ref = ref || '/x'"],
    ['take back an erasure', 'UPDATE case_vault SET erased_at = NULL WHERE erased_at IS NOT NULL'],
    ['point a run at other rows', "UPDATE runs SET ledger_ref = ledger_ref || 'x'"],
    ['give an API key more scopes', "UPDATE api_keys SET scopes = '{admin}'"],
    ['replace the secret of an API key', "UPDATE api_keys SET key_hash = sha256('x')"],
  ])('the service’s role cannot %s', async (_, statement) => {
    await expect(pool.query(statement)).rejects.toMatchObject(DENIED);
  });
});

it('the audit finds a forged row even when the marks claim that the whole chain was checked', async () => {
  await pool.query(
    `SELECT FROM append_agent_actions($1, '{act_forged}', '{wf-00000000000070008000000000000000}', '{1}', '{db.write}', '{forged}', '{"detail":{}}')`,
    [[service.teamId]],
  );
  await pool.query(
    'UPDATE ledger_reconciled_rows SET seq = (SELECT seq FROM ledger_heads WHERE team_id = $1) WHERE team_id = $1',
    [service.teamId],
  );
  const alerts: Alert[] = [];
  await openAudit(alerts).auditLedgers({ after: '' });
  expect(alerts).toContainEqual(
    expect.objectContaining({ kind: 'unknown_row', reason: expect.stringMatching(/^wf-0+7/) as string }),
  );
});

it('the audit finds a changed row that the marks claim was checked and reported', async () => {
  const alerts: Alert[] = [];
  const audit = openAudit(alerts);
  await audit.auditLedgers({ after: '' });
  alerts.length = 0;
  await service.admin(`SET session_replication_role = 'replica'; ALTER TABLE agent_actions DROP CONSTRAINT agent_actions_hash;
    UPDATE agent_actions SET body = replace(body, '"a":1', '"a":2') WHERE team_id = '${service.teamId}' AND seq = 1`);
  // Writes the mark that the audit itself would write after reporting this finding.
  await pool.query(
    "UPDATE ledger_checks SET ok = false, kind = 'row_hash', first_broken = 1, reason = 'x', full_at = now() WHERE team_id = $1",
    [service.teamId],
  );
  await openAudit(alerts).auditLedgers({ after: '' });
  expect(alerts).toContainEqual(expect.objectContaining({ kind: 'row_hash', first_broken: 1 }));
});
