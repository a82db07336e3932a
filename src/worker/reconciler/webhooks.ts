import type { Client } from '@temporalio/client';
import type { Db } from '../../store/db/client.ts';
import { forgetOldEvents } from '../../store/outbox/sweep.ts';
import { endpointsToWake } from '../../store/webhooks/claim.ts';
import { wakeWebhook } from '../../webhooks/wake.ts';
import { BATCH, DEADLINE_MS } from './pass.ts';

/** Interval in milliseconds at which old events are deleted. */
const FORGET_EVERY_MS = 600_000;

/**
 * Returns a sweep that starts the workflow of each endpoint with deliveries that are due and no sender at work. This is how every
 * event finds its sender: while Temporal is unavailable, deliveries stay in the database until it is back.
 */
export const createWebhookSweep = ({
  db,
  client,
  taskQueue,
}: {
  readonly db: Db;
  readonly client: Client;
  readonly taskQueue: string;
}): (() => Promise<void>) => {
  let forgotAt = Number.NEGATIVE_INFINITY;
  return async () => {
    for (const endpointId of await endpointsToWake(db, BATCH)) {
      await wakeWebhook(client, { taskQueue, endpointId, deadlineMs: DEADLINE_MS });
    }
    if (performance.now() - forgotAt < FORGET_EVERY_MS) return;
    forgotAt = performance.now();
    await forgetOldEvents(db);
  };
};
