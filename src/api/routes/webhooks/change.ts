import {
  deleteWebhook,
  disableWebhook,
  enableWebhook,
  rotateWebhook,
} from '../../../contract/operations/webhooks.ts';
import { actorOf } from '../../../ledger/index.ts';
import {
  deleteWebhook as remove,
  disableEndpoint,
  enableWebhook as enable,
  lockWebhook,
  readWebhook,
  rotateWebhook as rotate,
} from '../../../store/webhooks/endpoints.ts';
import { recordWebhookAct } from '../../../webhooks/record.ts';
import { ProblemError } from '../../http/problem.ts';
import { answerOnce } from '../../runs/answer-once.ts';
import { route } from '../../services/route.ts';
import { withSecret } from './with-secret.ts';
import { showWebhook } from './show.ts';

export const deleteWebhookRoute = route(
  deleteWebhook,
  async ({ params, caller, requestId }, { db, ledger }) => {
    const ref = { teamId: caller.teamId, webhookId: params.id };
    const record = await db.transaction().execute(async (tx) => {
      const removed = await remove(tx, ref);
      if (removed === undefined) throw new ProblemError('not-found');
      const actor = actorOf(caller, requestId);
      await recordWebhookAct(ledger, tx, {
        ...ref,
        url: removed.url,
        action: 'webhook.deleted',
        key: 1,
        actor,
      });
      return removed;
    });
    return { status: 200, body: showWebhook(record) };
  },
);

export const rotateWebhookRoute = route(rotateWebhook, async (call, services) => {
  const { rings, ledger } = services;
  const ref = { teamId: call.caller.teamId, webhookId: call.params.id };
  const reply = await answerOnce(rotateWebhook, call, services, async (tx) => {
    const rotated = await rotate(tx, rings.webhooks, ref);
    if (rotated === undefined) throw new ProblemError('not-found');
    const { record, n: key } = rotated;
    const actor = actorOf(call.caller, call.requestId);
    await recordWebhookAct(ledger, tx, { ...ref, url: record.url, action: 'webhook.rotated', key, actor });
    return { status: 200, body: showWebhook(record) };
  });
  return withSecret(services, reply);
});

export const disableWebhookRoute = route(
  disableWebhook,
  async ({ params, caller, requestId }, { db, ledger }) => {
    const ref = { teamId: caller.teamId, webhookId: params.id };
    const record = await db.transaction().execute(async (tx) => {
      const found = await lockWebhook(tx, ref);
      if (found === undefined) throw new ProblemError('not-found');
      const disabled = await disableEndpoint(tx, params.id, 'asked');
      if (disabled !== undefined) {
        const key = disabled.disabledAt.toISOString();
        const actor = actorOf(caller, requestId);
        const { url } = found;
        await recordWebhookAct(ledger, tx, { ...ref, url, action: 'webhook.disabled', key, actor });
      }
      return (await readWebhook(tx, ref))!;
    });
    return { status: 200, body: showWebhook(record) };
  },
);

export const enableWebhookRoute = route(
  enableWebhook,
  async ({ params, caller, requestId }, { db, ledger }) => {
    const ref = { teamId: caller.teamId, webhookId: params.id };
    const record = await db.transaction().execute(async (tx) => {
      const enabled = await enable(tx, ref);
      const after = await readWebhook(tx, ref);
      if (enabled === undefined || after === undefined) throw new ProblemError('not-found');
      if (enabled.disabledAt === null) return after;
      const key = enabled.disabledAt.toISOString();
      const actor = actorOf(caller, requestId);
      await recordWebhookAct(ledger, tx, { ...ref, url: after.url, action: 'webhook.enabled', key, actor });
      return after;
    });
    return { status: 200, body: showWebhook(record) };
  },
);
