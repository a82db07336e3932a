import { z } from 'zod';
import { operation } from '../operation.ts';
import {
  createWebhookBody,
  deliveryId,
  deliveryListQuery,
  deliveryListSchema,
  deliverySchema,
  webhookId,
  webhookKeysSchema,
  webhookListSchema,
  webhookSchema,
  webhookWithSecretSchema,
} from '../webhook.ts';

const tag = 'Webhooks';
const document = 'services';
const access = 'webhooks';
const params = z.object({ id: webhookId });

const links = {
  GetWebhook: { operationId: 'getWebhook', parameters: { id: '$response.body#/id' } },
  TestWebhook: { operationId: 'testWebhook', parameters: { id: '$response.body#/id' } },
  ListDeliveries: { operationId: 'listWebhookDeliveries', parameters: { id: '$response.body#/id' } },
};

export const createWebhook = operation({
  id: 'createWebhook',
  method: 'post',
  path: '/v1/webhooks',
  document,
  tag,
  summary: 'Have events delivered to an address',
  description:
    'Events are posted as JSON and signed as in Standard Webhooks 1.0. Each is delivered at least once, and events about the ' +
    'same subject in order. A team may have 20 webhooks.',
  access,
  body: { schema: createWebhookBody, limit: 16_384 },
  idempotent: true,
  problems: ['webhook-limit'],
  replies: {
    201: {
      description: 'The webhook and its secret, which no other response shows',
      schema: webhookWithSecretSchema,
      headers: ['Location', 'Idempotency-Replayed'],
      links,
    },
  },
});

export const listWebhooks = operation({
  id: 'listWebhooks',
  method: 'get',
  path: '/v1/webhooks',
  document,
  tag,
  summary: "List your team's webhooks",
  access,
  query: z.strictObject({}),
  replies: { 200: { description: 'The webhooks, oldest first', schema: webhookListSchema } },
});

export const getWebhook = operation({
  id: 'getWebhook',
  method: 'get',
  path: '/v1/webhooks/{id}',
  document,
  tag,
  summary: 'Read a webhook',
  access,
  params,
  replies: { 200: { description: 'The webhook', schema: webhookSchema } },
});

export const getWebhookKeys = operation({
  id: 'getWebhookKeys',
  method: 'get',
  path: '/v1/webhooks/{id}/keys',
  document,
  tag,
  summary: "Read a webhook's public keys",
  description:
    'Needs no key, so that a receiver can check `v1a` signatures without any access to the service.',
  access: 'public',
  params,
  replies: { 200: { description: 'The Ed25519 keys, the current one first', schema: webhookKeysSchema } },
});

export const deleteWebhook = operation({
  id: 'deleteWebhook',
  method: 'delete',
  path: '/v1/webhooks/{id}',
  document,
  tag,
  summary: 'Delete a webhook',
  description: 'Its pending deliveries are not sent any more.',
  access,
  params,
  replies: { 200: { description: 'The webhook as it was', schema: webhookSchema } },
});

export const rotateWebhook = operation({
  id: 'rotateWebhook',
  method: 'post',
  path: '/v1/webhooks/{id}/rotate',
  document,
  tag,
  summary: "Replace a webhook's secret and its Ed25519 key",
  description:
    'For 24 hours, deliveries are signed with the old and the new ones, so the receiver can change over without a gap. The ' +
    'request has no body.',
  access,
  params,
  idempotent: true,
  replies: {
    200: {
      description: 'The webhook and its new secret, which no other response shows',
      schema: webhookWithSecretSchema,
      headers: ['Idempotency-Replayed'],
    },
  },
});

export const disableWebhook = operation({
  id: 'disableWebhook',
  method: 'post',
  path: '/v1/webhooks/{id}/disable',
  document,
  tag,
  summary: 'Pause a webhook',
  description:
    'Pending deliveries fail, and later events are not delivered until the webhook is enabled. Disabling it twice changes nothing. ' +
    'The request has no body.',
  access,
  params,
  replies: { 200: { description: 'The webhook', schema: webhookSchema } },
});

export const enableWebhook = operation({
  id: 'enableWebhook',
  method: 'post',
  path: '/v1/webhooks/{id}/enable',
  document,
  tag,
  summary: 'Enable a disabled webhook',
  description:
    'Later events are delivered again. Those from before can be delivered again one by one. The request has no body.',
  access,
  params,
  replies: { 200: { description: 'The webhook', schema: webhookSchema } },
});

export const testWebhook = operation({
  id: 'testWebhook',
  method: 'post',
  path: '/v1/webhooks/{id}/test',
  document,
  tag,
  summary: 'Send a test event',
  description: 'Delivers an event of type `webhook.test`. The request has no body.',
  access,
  params,
  idempotent: true,
  problems: ['webhook-disabled'],
  replies: {
    202: {
      description: 'The delivery; list the deliveries to see its outcome',
      schema: deliverySchema,
      headers: ['Idempotency-Replayed'],
    },
  },
});

export const listWebhookDeliveries = operation({
  id: 'listWebhookDeliveries',
  method: 'get',
  path: '/v1/webhooks/{id}/deliveries',
  document,
  tag,
  summary: "List a webhook's deliveries, newest first",
  description: 'Deliveries are kept for 30 days.',
  access,
  params,
  query: deliveryListQuery,
  replies: { 200: { description: 'One page', schema: deliveryListSchema } },
});

export const redeliverWebhook = operation({
  id: 'redeliverWebhook',
  method: 'post',
  path: '/v1/webhooks/{id}/deliveries/{delivery_id}/redeliver',
  document,
  tag,
  summary: 'Deliver an event again',
  description: 'The event keeps its `webhook-id`. The request has no body.',
  access,
  params: z.object({ id: webhookId, delivery_id: deliveryId }),
  idempotent: true,
  problems: ['webhook-disabled'],
  replies: {
    202: { description: 'The new delivery', schema: deliverySchema, headers: ['Idempotency-Replayed'] },
  },
});
