import { z } from 'zod';
import { pageQuery, timestamp } from './common.ts';

/** Types of events that an endpoint may subscribe to. Whoever emits a new type adds it here. */
export const eventTypes = [
  'run.succeeded',
  'run.error',
  'run.escalated',
  'review.opened',
  'review.decided',
  'review.due_soon',
  'sla.breached',
  'payout.queued',
  'payout.held',
  'task.done',
  'analysis.done',
  'operator.done',
  'operator.approval_needed',
  'egress.blocked',
  'ledger.alert',
  'checkpoint.signed',
  'safety.suspended',
] as const;

export type EventType = (typeof eventTypes)[number];

export const eventTypeSchema = z.enum(eventTypes).meta({ id: 'EventType' });

/** Type of the event that an endpoint gets on request, whatever it subscribes to. */
export const TEST_EVENT = 'webhook.test';

export const webhookId = z
  .string()
  .regex(/^wh_[0-9a-z]{1,40}$/)
  .meta({ examples: ['wh_019ac5b2f0007a3bb5c0d2f1e4a69788'] });

export const deliveryId = z
  .string()
  .regex(/^dlv_[0-9a-z]{1,40}$/)
  .meta({ examples: ['dlv_019ac5b2f0007a3bb5c0d2f1e4a69788'] });

export const createWebhookBody = z
  .strictObject({
    url: z
      .string()
      .max(2_000)
      .meta({
        description:
          'An `https` address on the public internet, or one of a host that the administrator pinned (`WEBHOOK_PINNED`), without a user name or a fragment',
        examples: ['https://claims.example.in/hooks/pramaan'],
      }),
    events: z
      .array(eventTypeSchema)
      .min(1)
      .max(eventTypes.length)
      .meta({ description: 'Types of events to deliver', examples: [['run.escalated', 'run.error']] }),
  })
  .meta({ id: 'CreateWebhook' });

const disabledReason = z.enum(['gone', 'no_success', 'asked']).meta({
  description:
    '`gone`: the receiver responded with 410; `no_success`: no attempt succeeded for three days; `asked`: somebody disabled it',
});

export const webhookSchema = z
  .object({
    id: webhookId,
    url: z.string(),
    events: z.array(eventTypeSchema),
    state: z.enum(['enabled', 'disabled']),
    disabled_reason: disabledReason.nullable(),
    disabled_at: timestamp.nullable(),
    failing_since: timestamp
      .nullable()
      .meta({ description: 'When the first attempt failed since the last success' }),
    pending: z.int().meta({ description: 'Deliveries that wait for their next attempt' }),
    public_keys: z.array(z.string()).meta({
      description: 'Ed25519 keys that sign (`v1a`), the current one first',
      examples: [['whpk_0PhXBvVTtfqHlMNfDc2HfZ0CzQJyJ2kW0sWl9g9q1nE=']],
    }),
    created_at: timestamp,
  })
  .meta({ id: 'Webhook' });

export const webhookWithSecretSchema = webhookSchema
  .extend({
    secret: z.string().meta({
      description: 'Key of the `v1` signatures, shown only in this response',
      examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    }),
  })
  .meta({ id: 'WebhookWithSecret' });

export const webhookListSchema = z.object({ webhooks: z.array(webhookSchema) }).meta({ id: 'WebhookList' });

export const webhookKeysSchema = z
  .object({ public_keys: webhookSchema.shape.public_keys })
  .meta({ id: 'WebhookKeys' });

/** Why an attempt failed, or why there will be none. */
export const deliveryErrors = [
  'unresolved',
  'address_refused',
  'unreachable',
  'tls_failed',
  'timed_out',
  'closed_early',
  'redirected',
  'status',
  'webhook_disabled',
  'webhook_deleted',
] as const;

export type DeliveryError = (typeof deliveryErrors)[number];

const deliveryState = z.enum(['pending', 'delivered', 'failed']);

export const deliverySchema = z
  .object({
    id: deliveryId,
    event: z.object({
      id: z.string().meta({ description: 'The `webhook-id`, the same for each repeat' }),
      type: z.enum([...eventTypes, TEST_EVENT]),
      timestamp,
      data: z.record(z.string(), z.unknown()),
    }),
    state: deliveryState,
    attempts: z.int(),
    response_status: z.int().nullable().meta({ description: 'Status of the last response' }),
    error: z
      .enum(deliveryErrors)
      .nullable()
      .meta({ description: 'Why the last attempt failed, or why none will be made' }),
    tried_at: timestamp.nullable(),
    next_attempt_at: timestamp.nullable(),
    delivered_at: timestamp.nullable(),
    created_at: timestamp,
  })
  .meta({ id: 'WebhookDelivery' });

export const deliveryListQuery = z.strictObject({ state: deliveryState.optional(), ...pageQuery });

export const deliveryListSchema = z
  .object({ deliveries: z.array(deliverySchema), next_cursor: z.string().nullable() })
  .meta({ id: 'WebhookDeliveryList' });
