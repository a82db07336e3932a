import type { Client } from '@temporalio/client';
import { newLedgerRef } from '../../src/ids.ts';
import { startSandboxSession, signalSandbox } from '../../src/runs/sandboxes/start.ts';
import { environmentRefOf, programRefOf } from '../../src/governance/developer-sandbox.ts';
import type { KeyRing } from '../../src/store/crypto/key-ring.ts';
import type { Db } from '../../src/store/db/client.ts';
import { addProgram } from '../../src/store/sandboxes/programs.ts';
import { storeSession } from '../../src/store/sandboxes/sessions.ts';
import { type SealedValue, sealValue } from '../../src/store/vault/vault.ts';
import type { sandboxSession } from '../../src/workflows/sandbox-session-run.ts';
import { someKey } from '../helpers/actors.ts';

const TIMES = { idleMs: 2_000, lifetimeMs: 600_000 };
const TIMEOUT_MS = 10_000;
const BOUNDS = { sandboxes: 1, memoryMb: 512 };

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
  const code: SealedValue = {
    language: 'python',
    code: "import os; os.environ['GREETING']",
    timeout_ms: TIMEOUT_MS,
    env_ref: environmentRefOf(id),
  };
  const session = { id, teamId, profile: 'python', memoryMb: 512, askedBy: someKey, ...TIMES } as const;
  const program = { teamId, id, timeoutMs: TIMEOUT_MS, askedBy: someKey };
  await db.transaction().execute(async (tx) => {
    await storeSession(tx, session, BOUNDS);
    await addProgram(tx, program, { waiting: 1, programs: 1 });
    await sealValue(tx, ring, { teamId, ref: programRefOf(id, 1), value: code });
    await sealValue(tx, ring, { teamId, ref: environmentRefOf(id), value: { GREETING: 'hello' } });
  });
  const input = {
    team_id: teamId,
    ledger_ref: id,
    profile: 'python',
    memory_mb: 512,
    wait_ms: 60_000,
    idle_ms: TIMES.idleMs,
    lifetime_ms: TIMES.lifetimeMs,
    asked_by: someKey,
  } as const;
  await startSandboxSession(client, { taskQueue: 'steps', input, deadlineMs: 10_000 });
  const word = {
    kind: 'sandbox.run',
    ledger_ref: id,
    n: 1,
    timeout_ms: TIMEOUT_MS,
    asked_by: someKey,
  } as const;
  await signalSandbox(client, word);
  await client.workflow.getHandle<typeof sandboxSession>(id).result();
  return id;
};
