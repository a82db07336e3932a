import type { Transaction } from 'kysely';
import { redeliverWebhook, testWebhook } from '../../../contract/operations/webhooks.ts';
import { actorOf } from '../../../ledger/index.ts';
import { newEventId } from '../../../ids.ts';
import type { Database } from '../../../store/db/schema.ts';
import { addRedelivery, addTest } from '../../../store/webhooks/deliveries.ts';
import { lockWebhook, type WebhookRef } from '../../../store/webhooks/endpoints.ts';
import { recordWebhookAct } from '../../../webhooks/record.ts';
import { ProblemError } from '../../http/problem.ts';
import { answerOnce } from '../../runs/answer-once.ts';
import { route } from '../../services/route.ts';
import { showDelivery } from './show.ts';

/** Returns the webhook's address. @throws ProblemError if the team has no such webhook, or it is disabled */
const enabledUrl = async (tx: Transaction<Database>, ref: WebhookRef): Promise<string> => {
  const found = await lockWebhook(tx, ref);
  if (found === undefined) throw new ProblemError('not-found');
  if (found.state === 'disabled') throw new ProblemError('webhook-disabled');
  return found.url;
};

export const testWebhookRoute = route(testWebhook, async (call, services) => {
  const ref = { teamId: call.caller.teamId, webhookId: call.params.id };
  return answerOnce(testWebhook, call, services, async (tx) => {
    const url = await enabledUrl(tx, ref);
    const delivery = await addTest(tx, { ...ref, eventId: newEventId() });
    await recordWebhookAct(services.ledger, tx, {
      ...ref,
      url,
      action: 'webhook.tested',
      key: delivery.id,
      detail: { event_id: delivery.event_id },
      actor: actorOf(call.caller, call.requestId),
    });
    return { status: 202, body: showDelivery(delivery) };
  });
});

export const redeliverWebhookRoute = route(redeliverWebhook, async (call, services) => {
  const ref = { teamId: call.caller.teamId, webhookId: call.params.id };
  return answerOnce(redeliverWebhook, call, services, async (tx) => {
    const url = await enabledUrl(tx, ref);
    const delivery = await addRedelivery(tx, ref.webhookId, call.params.delivery_id);
    if (delivery === undefined) throw new ProblemError('not-found');
    await recordWebhookAct(services.ledger, tx, {
      ...ref,
      url,
      action: 'webhook.redelivered',
      key: delivery.id,
      detail: { event_id: delivery.event_id },
      actor: actorOf(call.caller, call.requestId),
    });
    return { status: 202, body: showDelivery(delivery) };
  });
});
