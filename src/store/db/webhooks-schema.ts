import type { Generated, JSONColumnType } from 'kysely';
import type { NullableTimestamp, Timestamp } from './column-types.ts';

interface EventsOutboxTable {
  id: string;
  team_id: string | null;
  type: string;
  subject: string;
  ids: JSONColumnType<Record<string, unknown>, string, never>;
  traceparent: string | null;
  created_at: Timestamp;
}

interface WebhookEndpointsTable {
  id: string;
  team_id: string | null;
  url: string;
  events: string[];
  state: Generated<'enabled' | 'disabled' | 'deleted'>;
  disabled_reason: 'gone' | 'no_success' | 'asked' | null;
  disabled_at: NullableTimestamp;
  failing_since: NullableTimestamp;
  failures: Generated<number>;
  retry_at: NullableTimestamp;
  busy_until: NullableTimestamp;
  created_at: Timestamp;
}

interface WebhookSecretsTable {
  endpoint_id: string;
  n: number;
  key_id: string;
  sealed: Buffer;
  public_key: Buffer;
  created_at: Timestamp;
  expires_at: NullableTimestamp;
}

interface WebhookDeliveriesTable {
  n: Generated<number>;
  id: Generated<string>;
  endpoint_id: string;
  event_id: string;
  subject: string;
  state: Generated<'pending' | 'delivered' | 'failed'>;
  attempts: Generated<number>;
  next_at: Timestamp;
  leased_until: NullableTimestamp;
  expires_at: Timestamp;
  response_status: number | null;
  error: string | null;
  tried_at: NullableTimestamp;
  delivered_at: NullableTimestamp;
  created_at: Timestamp;
}

/** The tables of events and the webhooks that receive them. */
export interface WebhooksDatabase {
  events_outbox: EventsOutboxTable;
  webhook_endpoints: WebhookEndpointsTable;
  webhook_secrets: WebhookSecretsTable;
  webhook_deliveries: WebhookDeliveriesTable;
}
