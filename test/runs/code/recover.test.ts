import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { contextOf, recover } from '../../../src/activities/code/record-outcome.ts';
import { closeRow, openRow } from '../../../src/activities/code/ledger-rows.ts';
import { runRow } from '../../../src/activities/code/run-row.ts';
import type { SandboxDependencies } from '../../../src/activities/code/dependencies.ts';
import { jobOf, type StoredOutcome, storeOutcome } from '../../../src/activities/code/stored-code.ts';
import { KeyRing } from '../../../src/store/crypto/key-ring.ts';
import { NOTHING_KNOWN } from '../../../src/governance/known.ts';
import { announceHost } from '../../../src/store/hosts/hosts.ts';
import { newId, newLedgerRef } from '../../../src/ids.ts';
import { ensureTeam } from '../../../src/store/keys/team.ts';
import { createLedger } from '../../../src/ledger/index.ts';
import { createLeaseStore } from '../../../src/sandbox/leases.ts';
import { openValue } from '../../../src/store/vault/vault.ts';
import type { CodeRunInput } from '../../../src/runs/code/workflow.ts';
import { createTestDatabase } from '../../helpers/database.ts';

const OUTCOME = {
  stdout: 'ran\n',
  stderr: '',
  stdout_bytes: 4,
  stderr_bytes: 0,
  exit_code: 0,
  signal: null,
  timed_out: false,
  oom_killed: false,
  truncated: false,
  stdout_truncated: false,
  stderr_truncated: false,
  duration_ms: 5,
  result: null,
  result_truncated: false,
  files: [],
  files_truncated: false,
  charts: [],
  egress_attempts: [],
  variables_lost: false,
};

it('a second worker waits while the first, which has stored its rows but not yet the outcome, holds the sandbox', async () => {
  const database = await createTestDatabase();
  onTestFinished(database.close);
  const { db, pool } = database;
  const { id: team_id } = await ensureTeam(db, { name: 'team-recover' });
  const ledger = createLedger({ pool });
  const vaultRing = new KeyRing([{ id: 'k1', key: randomBytes(32) }], 'case-vault');
  const input: CodeRunInput = {
    team_id,
    ledger_ref: newLedgerRef('run'),
    profile: 'python',
    timeout_ms: 30_000,
    wait_ms: 1_000,
  };
  const context = contextOf(input, newId('sbx'));
  const job = jobOf({ language: 'python', code: "print('ran')", timeout_ms: 30_000 });
  const outcome = { ...OUTCOME, sandbox_id: context.sandboxId } as unknown as StoredOutcome;
  const counts = { containers: 1, ready: 0, waiting: 0 };
  await announceHost(db, { host: 'first', runtime: 'runc', state: 'ready', detail: '', ...counts });
  const leases = createLeaseStore({ pool, host: 'first', owner: newId('act'), ttlMs: 60_000 });
  await leases.open(context.sandboxId, 'python');
  await leases.claim(context.sandboxId, { teamId: team_id, run: input.ledger_ref, lifetimeMs: 60_000 });
  const rows = [openRow(context, {}), runRow(context, job, outcome, NOTHING_KNOWN), closeRow(context)];
  for (const [index, row] of rows.entries()) await ledger.append({ ...row, step: index + 1 });

  const deps = {
    db,
    pool,
    ledger,
    vaultRing,
    host: 'second',
    openValue: async (ref) => openValue(db, vaultRing, ref),
  } as SandboxDependencies;
  let ended = false;
  const recovering = recover(deps, input, job, await ledger.read(team_id, input.ledger_ref)).finally(() => {
    ended = true;
  });
  recovering.catch(() => undefined);
  // This is long enough for three polls.
  await sleep(350);
  expect(ended).toBe(false);
  await storeOutcome(deps, { teamId: team_id, ref: input.ledger_ref }, outcome);
  await recovering;
  expect(await ledger.read(team_id, input.ledger_ref)).toHaveLength(rows.length);
});
