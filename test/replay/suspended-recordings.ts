import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import { verticals } from '../../src/governance/verticals/index.ts';
import type { Ledger } from '../../src/ledger/index.ts';
import type { ModelSettings } from '../../src/model/settings.ts';
import { resume, suspend, type WantedSwitch } from '../../src/runs/suspension/set-switch.ts';
import { createLiveRun } from '../../src/runs/vertical/live.ts';
import { createRun } from '../../src/runs/vertical/create.ts';
import { startLiveRun } from '../../src/runs/vertical/start-live.ts';
import { startVerticalRun } from '../../src/runs/vertical/start.ts';
import type { KeyRing } from '../../src/store/crypto/key-ring.ts';
import type { Db } from '../../src/store/db/client.ts';
import { signalResumed } from '../../src/temporal/signal-resumed.ts';
import { openai } from '../model-provider/openai.ts';
import { whole } from '../model-provider/replies.ts';
import { kycTurns, type RunScripts } from '../model-provider/scripts.ts';
import { inOrder } from '../model-provider/server.ts';

interface Given {
  readonly client: Client;
  readonly db: Db;
  readonly ledger: Ledger;
  readonly ring: KeyRing;
  readonly teamId: string;
  readonly model: ModelSettings;
  readonly scripts: RunScripts;
}

const askedBy = { kind: 'service', id: 'recording', name: 'Recording' } as const;

/** Names of the recordings. */
export const SUSPENDED = ['suspended-kyc', 'suspended-live-kyc'] as const;

/**
 * Runs a case simulated and live. Both are suspended when they start, and go on after that.
 * @returns the workflow ids by name
 */
export const recordSuspended = async (given: Given): Promise<Readonly<Record<string, string>>> => {
  const { client, db, ledger, teamId } = given;
  const wanted: WantedSwitch = {
    teamId,
    scope: 'all',
    reason: 'A recording.',
    actor: askedBy,
  };
  await db.transaction().execute(async (tx) => suspend(tx, ledger, { ...wanted, until: null }));
  const ids = [await startSimulated(given), await startLive(given)];
  await Promise.all(ids.map(async (id) => untilWaiting(client, id)));
  await db.transaction().execute(async (tx) => resume(tx, ledger, wanted));
  await signalResumed(client, ids, 10_000);
  await Promise.all(ids.map(async (id) => client.workflow.getHandle(id).result()));
  return Object.fromEntries(SUSPENDED.map((name, at) => [name, ids[at]!]));
};

const startSimulated = async ({ client, db, ring, teamId }: Given): Promise<string> => {
  const { sample } = verticals.kyc;
  const input = await db
    .transaction()
    .execute(async (tx) => createRun(tx, ring, { teamId, vertical: 'kyc', case: sample, askedBy }));
  await startVerticalRun(client, { taskQueue: 'steps', deadlineMs: 10_000, input });
  return input.run_id;
};

const startLive = async ({ client, db, ring, teamId, model, scripts }: Given): Promise<string> => {
  const value = { ...verticals.kyc.sample, id: 'suspended-live-kyc' };
  const run = await db
    .transaction()
    .execute(async (tx) => createLiveRun(tx, ring, { teamId, vertical: 'kyc', case: value, model, askedBy }));
  scripts.add(run.run_id, inOrder(...kycTurns().map((said) => whole(openai, said))));
  await startLiveRun(client, { taskQueue: 'steps', run, deadlineMs: 10_000 });
  return run.run_id;
};

/** Waits until a workflow has set the timer with which it waits for a suspension to end. */
const untilWaiting = async (client: Client, workflowId: string): Promise<void> => {
  for (;;) {
    const { events } = await client.workflow.getHandle(workflowId).fetchHistory();
    if (events?.some(({ timerStartedEventAttributes }) => timerStartedEventAttributes != null)) return;
    await sleep(100);
  }
};
