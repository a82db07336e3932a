import { randomBytes } from 'node:crypto';
import type { Client } from '@temporalio/client';
import type { Config } from '../../src/config.ts';
import { KeyRing } from '../../src/store/crypto/key-ring.ts';
import type { Db } from '../../src/store/db/client.ts';
import { emit } from '../../src/store/outbox/emit.ts';
import { createWebhook } from '../../src/store/webhooks/endpoints.ts';
import { wakeWebhook } from '../../src/webhooks/wake.ts';
import type { webhookDelivery } from '../../src/workflows/webhook-delivery.ts';

/**
 * Delivers an event to a receiver that fails at first, so that the workflow sleeps between two passes, and wakes it once.
 * @returns the workflow's id
 */
export const recordWebhook = async ({
  client,
  config,
  db,
  teamId,
  url,
}: {
  readonly client: Client;
  readonly config: Config;
  readonly db: Db;
  readonly teamId: string;
  readonly url: string;
}): Promise<string> => {
  const ring = new KeyRing(config.ENCRYPTION_KEYS, 'webhooks');
  const made = await db
    .transaction()
    .execute(async (tx) => createWebhook(tx, ring, { teamId, url, events: ['task.done'] }));
  const endpointId = made!.record.id;
  const report = async (): Promise<void> =>
    db.transaction().execute(async (tx) => {
      const subject = randomBytes(8).toString('hex');
      await emit(tx, { teamId, type: 'task.done', subject, ids: { ledger_ref: subject } });
    });
  await report();
  const wake = async (): Promise<void> =>
    wakeWebhook(client, { taskQueue: config.TEMPORAL_TASK_QUEUE, endpointId, deadlineMs: 10_000 });
  await wake();
  await report();
  await wake();
  await client.workflow.getHandle<typeof webhookDelivery>(endpointId).result();
  return endpointId;
};
