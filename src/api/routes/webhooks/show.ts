import type { z } from 'zod';
import type { deliverySchema, webhookSchema } from '../../../contract/webhook.ts';
import type { DeliveryRecord } from '../../../store/webhooks/deliveries.ts';
import type { WebhookRecord } from '../../../store/webhooks/endpoints.ts';
import { formatPublicKey } from '../../../store/webhooks/sign.ts';

/** Returns a webhook as the API shows it. */
export const showWebhook = (record: WebhookRecord): z.input<typeof webhookSchema> => ({
  id: record.id,
  url: record.url,
  events: record.events as z.input<typeof webhookSchema>['events'],
  state: record.state === 'disabled' ? 'disabled' : 'enabled',
  disabled_reason: record.disabled_reason,
  disabled_at: record.disabled_at?.toISOString() ?? null,
  failing_since: record.failing_since?.toISOString() ?? null,
  pending: record.pending,
  public_keys: record.public_keys.map(formatPublicKey),
  created_at: record.created_at.toISOString(),
});

/** Returns a delivery as the API shows it. */
export const showDelivery = (record: DeliveryRecord): z.input<typeof deliverySchema> => ({
  id: record.id,
  event: {
    id: record.event_id,
    type: record.type as z.input<typeof deliverySchema>['event']['type'],
    timestamp: record.emitted_at.toISOString(),
    data: record.ids,
  },
  state: record.state,
  attempts: record.attempts,
  response_status: record.response_status,
  error: record.error as z.input<typeof deliverySchema>['error'],
  tried_at: record.tried_at?.toISOString() ?? null,
  next_attempt_at: record.state === 'pending' ? record.next_at.toISOString() : null,
  delivered_at: record.delivered_at?.toISOString() ?? null,
  created_at: record.created_at.toISOString(),
});
