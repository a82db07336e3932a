import { createWebhook } from '../../../contract/operations/webhooks.ts';
import { actorOf } from '../../../ledger/index.ts';
import { createWebhook as store } from '../../../store/webhooks/endpoints.ts';
import { refusalOf } from '../../../webhooks/address.ts';
import { recordWebhookAct } from '../../../webhooks/record.ts';
import { ProblemError } from '../../http/problem.ts';
import { answerOnce } from '../../runs/answer-once.ts';
import { route } from '../../services/route.ts';
import { withSecret } from './with-secret.ts';
import { showWebhook } from './show.ts';

export const createWebhookRoute = route(createWebhook, async (call, services) => {
  const { rings, ledger, settings } = services;
  const { teamId } = call.caller;
  const { url, events } = call.body;
  const refusal = refusalOf(url, settings.webhookPinned);
  if (refusal !== undefined) {
    throw new ProblemError('invalid-request', {
      errors: [{ in: 'body', pointer: '/url', message: refusal }],
    });
  }
  const reply = await answerOnce(createWebhook, call, services, async (tx) => {
    const made = await store(tx, rings.webhooks, { teamId, url, events });
    if (made === undefined) throw new ProblemError('webhook-limit');
    const { record } = made;
    await recordWebhookAct(ledger, tx, {
      teamId,
      webhookId: record.id,
      url,
      action: 'webhook.created',
      key: 1,
      detail: { events: record.events },
      actor: actorOf(call.caller, call.requestId),
    });
    return { status: 201, body: showWebhook(record) };
  });
  const shown = await withSecret(services, reply);
  const { id } = shown.body as { id: string };
  return { ...shown, headers: { ...reply.headers, Location: `${settings.publicBaseUrl}/v1/webhooks/${id}` } };
});
