import type { Client } from '@temporalio/client';
import { newLedgerRef } from '../../src/ids.ts';
import { settingEnv } from '../../src/runs/sandboxes/programs.ts';
import { startSandboxSession, tellSandbox } from '../../src/runs/sandboxes/start.ts';
import { envRefOf, jobRefOf } from '../../src/runs/sandboxes/workflow.ts';
import type { KeyRing } from '../../src/store/crypto/key-ring.ts';
import type { Db } from '../../src/store/db/client.ts';
import { addJob, storeSession } from '../../src/store/sandboxes/sessions.ts';
import { type SealedValue, sealValue } from '../../src/store/vault/vault.ts';
import type { sandboxSession } from '../../src/workflows/sandbox-session-run.ts';
import { someKey } from '../helpers/actors.ts';

/** Opens a sandbox, runs a program that reads an environment variable, and lets it end when idle. @returns the workflow's id */
export const recordSandbox = async ({
  client,
  db,
  ring,
  teamId,
}: {
  readonly client: Client;
  readonly db: Db;
  readonly ring: KeyRing;
  readonly teamId: string;
}): Promise<string> => {
  const id = newLedgerRef('sandbox');
  const times = { idleMs: 2_000, lifetimeMs: 600_000 };
  const code: SealedValue = {
    language: 'python',
    code: "import os; os.environ['GREETING']",
    timeout_ms: 10_000,
  };
  await db.transaction().execute(async (tx) => {
    await storeSession(tx, { id, teamId, profile: 'python', askedBy: someKey, ...times }, 1);
    await addJob(tx, teamId, id, 1);
    await sealValue(tx, ring, { teamId, ref: jobRefOf(id, 1), value: code });
    const env = settingEnv({ GREETING: 'hello' }) as SealedValue;
    await sealValue(tx, ring, { teamId, ref: envRefOf(id, 1), value: env });
  });
  const input = {
    team_id: teamId,
    ledger_ref: id,
    profile: 'python',
    wait_ms: 60_000,
    idle_ms: times.idleMs,
    lifetime_ms: times.lifetimeMs,
    asked_by: someKey,
  } as const;
  await startSandboxSession(client, { taskQueue: 'steps', input, deadlineMs: 10_000 });
  const word = { kind: 'sandbox.run', ledger_ref: id, n: 1, timeout_ms: 10_000, sets_env: true } as const;
  await tellSandbox(client, word);
  await client.workflow.getHandle<typeof sandboxSession>(id).result();
  return id;
};
