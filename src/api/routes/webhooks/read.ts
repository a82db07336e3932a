import {
  getWebhook,
  getWebhookKeys,
  listWebhookDeliveries,
  listWebhooks,
} from '../../../contract/operations/webhooks.ts';
import { listDeliveries } from '../../../store/webhooks/deliveries.ts';
import { listWebhooks as readAll, publicKeysOf, readWebhook } from '../../../store/webhooks/endpoints.ts';
import { formatPublicKey } from '../../../store/webhooks/sign.ts';
import { ProblemError } from '../../http/problem.ts';
import { readCursor, writeCursor } from '../../runs/cursor.ts';
import { route } from '../../services/route.ts';
import { showDelivery, showWebhook } from './show.ts';

export const listWebhooksRoute = route(listWebhooks, async ({ caller }, { db }) => ({
  status: 200,
  body: { webhooks: (await readAll(db, caller.teamId)).map(showWebhook) },
}));

export const getWebhookRoute = route(getWebhook, async ({ params, caller }, { db }) => {
  const record = await readWebhook(db, { teamId: caller.teamId, webhookId: params.id });
  if (record === undefined) throw new ProblemError('not-found');
  return { status: 200, body: showWebhook(record) };
});

export const getWebhookKeysRoute = route(getWebhookKeys, async ({ params }, { db }) => {
  const keys = await publicKeysOf(db, params.id);
  if (keys.length === 0) throw new ProblemError('not-found');
  return { status: 200, body: { public_keys: keys.map(formatPublicKey) } };
});

export const listWebhookDeliveriesRoute = route(
  listWebhookDeliveries,
  async ({ params, query, caller }, { db, rings }) => {
    const { teamId } = caller;
    if ((await readWebhook(db, { teamId, webhookId: params.id })) === undefined) {
      throw new ProblemError('not-found');
    }
    const { cursor, ...filter } = query;
    const after = cursor === undefined ? undefined : readCursor(rings.cursor, teamId, cursor).id;
    const { rows, end } = await listDeliveries(db, params.id, { ...filter, after });
    const next = end && writeCursor(rings.cursor, teamId, { createdAt: end.created_at, id: end.id });
    return { status: 200, body: { deliveries: rows.map(showDelivery), next_cursor: next ?? null } };
  },
);
