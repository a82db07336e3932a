import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/schema.ts';

/** State of all deliveries, for metrics and /readyz. */
export interface WebhookState {
  readonly enabled: number;
  readonly disabled: number;
  readonly failing: number;
  readonly pending: number;
  /** Age in seconds of the oldest pending delivery; 0 for none. */
  readonly oldestSeconds: number;
}

export const readWebhookState = async (db: Kysely<Database>): Promise<WebhookState> => {
  const { rows } = await sql<WebhookState>`
    SELECT w.*, d.* FROM (
      SELECT count(*) FILTER (WHERE state = 'enabled') AS enabled, count(*) FILTER (WHERE state = 'disabled') AS disabled,
        count(*) FILTER (WHERE state = 'enabled' AND failing_since IS NOT NULL) AS failing
      FROM webhook_endpoints WHERE state <> 'deleted') AS w,
    (SELECT count(*) AS pending,
        coalesce(extract(epoch FROM now() - min(d.created_at)), 0)::float8 AS "oldestSeconds"
      FROM webhook_deliveries AS d JOIN webhook_endpoints AS w ON w.id = d.endpoint_id AND w.state = 'enabled'
      WHERE d.state = 'pending') AS d`.execute(db);
  return rows[0]!;
};
