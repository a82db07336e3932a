import type { z } from 'zod';
import {
  type deliveryListSchema,
  type deliverySchema,
  eventTypes,
  type webhookListSchema,
  type webhookSchema,
  type webhookWithSecretSchema,
} from '../contract/webhook.ts';
import { callApi } from './api-client.ts';
import type { ApiAccess } from './locate-service.ts';
import { EXIT, type Outcome, table } from './outcome.ts';

type Webhook = z.output<typeof webhookSchema>;

const PATH = '/v1/webhooks';

/** Encodes an id, because a path must not be able to lead elsewhere. */
const at = (id: string): string => `${PATH}/${encodeURIComponent(id)}`;

/** Lists the webhooks of the key's team. */
export const showWebhooks = async (access: ApiAccess): Promise<Outcome> => {
  const { webhooks } = await callApi<z.output<typeof webhookListSchema>>(access, 'GET', PATH);
  const rows = webhooks.map((one) => [
    one.id,
    stateOf(one),
    String(one.pending),
    one.url,
    one.events.join(' '),
  ]);
  return {
    code: EXIT.ok,
    json: { webhooks },
    text:
      webhooks.length === 0
        ? 'There are no webhooks.'
        : table([['id', 'state', 'pending', 'url', 'events'], ...rows]),
  };
};

const stateOf = ({ state, disabled_reason, failing_since }: Webhook): string => {
  if (state === 'disabled') return `disabled (${disabled_reason ?? ''})`;
  return failing_since === null ? 'works' : 'failing';
};

/**
 * Creates a webhook.
 * @param events comma-separated types, by default all of them
 */
export const createWebhook = async (
  access: ApiAccess,
  url: string,
  { events }: { readonly events?: string },
): Promise<Outcome> => {
  const wanted = events === undefined ? eventTypes : events.split(',').map((type) => type.trim());
  const body = { url, events: wanted };
  const made = await callApi<z.output<typeof webhookWithSecretSchema>>(access, 'POST', PATH, body);
  return {
    code: EXIT.ok,
    json: made,
    text: `${made.secret}\n  id ${made.id}, public key ${made.public_keys.join(' ')}\n  The secret cannot be shown again.`,
  };
};

/** Deletes a webhook. */
export const deleteWebhook = async (access: ApiAccess, id: string): Promise<Outcome> => {
  const deleted = await callApi<Webhook>(access, 'DELETE', at(id));
  return { code: EXIT.ok, json: deleted, text: `${deleted.id} is deleted.` };
};

/** Requests a test event. */
export const testWebhook = async (access: ApiAccess, id: string): Promise<Outcome> => {
  const delivery = await callApi<z.output<typeof deliverySchema>>(access, 'POST', `${at(id)}/test`);
  return {
    code: EXIT.ok,
    json: delivery,
    text: `${delivery.event.id} is on its way. See: pramaan webhooks deliveries ${id}`,
  };
};

/** Lists the latest deliveries of a webhook. */
export const showDeliveries = async (access: ApiAccess, id: string): Promise<Outcome> => {
  const path = `${at(id)}/deliveries?limit=100`;
  const page = await callApi<z.output<typeof deliveryListSchema>>(access, 'GET', path);
  const rows = page.deliveries.map((one) => [
    one.id,
    one.event.type,
    one.state,
    String(one.attempts),
    String(one.response_status ?? '-'),
    one.error ?? '-',
    one.created_at,
  ]);
  return {
    code: EXIT.ok,
    json: page,
    text:
      rows.length === 0
        ? 'There are no deliveries.'
        : table([['id', 'event', 'state', 'attempts', 'status', 'error', 'created'], ...rows]),
  };
};
