import { type Kysely, sql, type Transaction } from 'kysely';
import { newId } from '../../ids.ts';
import type { KeyRing } from '../crypto/key-ring.ts';
import type { Database } from '../db/schema.ts';
import { addSecret, type WebhookSecret } from './secrets.ts';

export interface WebhookRef {
  readonly teamId: string;
  readonly webhookId: string;
}

export interface WebhookRecord {
  readonly id: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly state: 'enabled' | 'disabled' | 'deleted';
  readonly disabled_reason: 'gone' | 'no_success' | 'asked' | null;
  readonly disabled_at: Date | null;
  readonly failing_since: Date | null;
  readonly created_at: Date;
  readonly pending: number;
  /** Public keys that sign now, the newest first. */
  readonly public_keys: readonly Buffer[];
}

const selectWebhooks = (db: Kysely<Database>) =>
  db
    .selectFrom('webhook_endpoints as w')
    .select([
      'w.id',
      'w.url',
      'w.events',
      'w.state',
      'w.disabled_reason',
      'w.disabled_at',
      'w.failing_since',
      'w.created_at',
      sql<number>`(SELECT count(*) FROM webhook_deliveries AS d WHERE d.endpoint_id = w.id AND d.state = 'pending')`.as(
        'pending',
      ),
      sql<Buffer[]>`ARRAY(SELECT s.public_key FROM webhook_secrets AS s WHERE s.endpoint_id = w.id
        AND (s.expires_at IS NULL OR s.expires_at > now()) ORDER BY s.n DESC)`.as('public_keys'),
    ])
    .where('w.state', '<>', 'deleted');

/** Maximum number of webhooks that a team may have. */
const MAX_WEBHOOKS = 20;

/** Stores a webhook with its first secret. @returns undefined when the team has as many webhooks as it may have */
export const createWebhook = async (
  tx: Transaction<Database>,
  ring: KeyRing,
  {
    teamId,
    url,
    events,
  }: { readonly teamId: string; readonly url: string; readonly events: readonly string[] },
): Promise<{ readonly record: WebhookRecord; readonly secret: WebhookSecret } | undefined> => {
  // Concurrent requests of a team take turns, so that they cannot exceed the limit together.
  await sql`SELECT pg_advisory_xact_lock(hashtext(${`webhooks of ${teamId}`}))`.execute(tx);
  if ((await listWebhooks(tx, teamId)).length >= MAX_WEBHOOKS) return undefined;
  const id = newId('wh');
  await tx
    .insertInto('webhook_endpoints')
    .values({ id, team_id: teamId, url, events: [...new Set(events)] })
    .execute();
  const { secret } = await addSecret(tx, ring, id);
  return { record: (await readWebhook(tx, { teamId, webhookId: id }))!, secret };
};

/** Lists a team's webhooks, oldest first. */
export const listWebhooks = async (db: Kysely<Database>, teamId: string): Promise<readonly WebhookRecord[]> =>
  selectWebhooks(db).where('w.team_id', '=', teamId).orderBy('w.created_at').orderBy('w.id').execute();

/** Reads a webhook. @returns undefined when the team has none with that id */
export const readWebhook = async (
  db: Kysely<Database>,
  { teamId, webhookId }: WebhookRef,
): Promise<WebhookRecord | undefined> =>
  selectWebhooks(db).where('w.team_id', '=', teamId).where('w.id', '=', webhookId).executeTakeFirst();

/** Returns the public keys of any team's webhook, the newest first; none if there is no such webhook. */
export const publicKeysOf = async (db: Kysely<Database>, webhookId: string): Promise<readonly Buffer[]> => {
  const found = await selectWebhooks(db)
    .where('w.id', '=', webhookId)
    .where('w.team_id', 'is not', null)
    .executeTakeFirst();
  return found?.public_keys ?? [];
};

/** Deletes a webhook and gives up its pending deliveries. @returns undefined when the team has none with that id */
export const deleteWebhook = async (
  tx: Transaction<Database>,
  ref: WebhookRef,
): Promise<WebhookRecord | undefined> => {
  const record = await readWebhook(tx, ref);
  if (record === undefined) return undefined;
  const { numUpdatedRows } = await tx
    .updateTable('webhook_endpoints')
    .set({ state: 'deleted', disabled_reason: null, disabled_at: null })
    .where('team_id', '=', ref.teamId)
    .where('id', '=', ref.webhookId)
    .where('state', '<>', 'deleted')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return undefined;
  await giveUpPending(tx, ref.webhookId, 'webhook_deleted');
  return record;
};

/** Replaces a webhook's secret. @returns undefined when the team has none with that id */
export const rotateWebhook = async (
  tx: Transaction<Database>,
  ring: KeyRing,
  ref: WebhookRef,
): Promise<
  { readonly record: WebhookRecord; readonly n: number; readonly secret: WebhookSecret } | undefined
> => {
  if ((await lockWebhook(tx, ref)) === undefined) return undefined;
  const added = await addSecret(tx, ring, ref.webhookId);
  return { record: (await readWebhook(tx, ref))!, ...added };
};

/** Enables a webhook. @returns undefined when the team has none with that id; otherwise when it had been disabled */
export const enableWebhook = async (
  tx: Transaction<Database>,
  ref: WebhookRef,
): Promise<{ readonly disabledAt: Date | null } | undefined> => {
  const found = await lockWebhook(tx, ref);
  if (found === undefined) return undefined;
  if (found.disabled_at === null) return { disabledAt: null };
  await tx
    .updateTable('webhook_endpoints')
    .set({
      state: 'enabled',
      disabled_reason: null,
      disabled_at: null,
      failing_since: null,
      failures: 0,
      retry_at: null,
    })
    .where('id', '=', ref.webhookId)
    .execute();
  return { disabledAt: found.disabled_at };
};

/** Locks a webhook until the transaction ends. @returns undefined when the team has none with that id */
export const lockWebhook = async (tx: Transaction<Database>, { teamId, webhookId }: WebhookRef) =>
  tx
    .selectFrom('webhook_endpoints')
    .select(['state', 'disabled_at', 'url'])
    .where('team_id', '=', teamId)
    .where('id', '=', webhookId)
    .where('state', '<>', 'deleted')
    .forNoKeyUpdate()
    .executeTakeFirst();

/** Disables an endpoint and gives up its pending deliveries. @returns undefined when it was not enabled */
export const disableEndpoint = async (
  tx: Transaction<Database>,
  endpointId: string,
  reason: 'gone' | 'no_success' | 'asked',
): Promise<{ readonly teamId: string | null; readonly disabledAt: Date } | undefined> => {
  const row = await tx
    .updateTable('webhook_endpoints')
    .set({ state: 'disabled', disabled_reason: reason, disabled_at: sql<Date>`now()`, busy_until: null })
    .where('id', '=', endpointId)
    .where('state', '=', 'enabled')
    .returning(['team_id', 'disabled_at'])
    .executeTakeFirst();
  if (row === undefined) return undefined;
  await giveUpPending(tx, endpointId, 'webhook_disabled');
  return { teamId: row.team_id, disabledAt: row.disabled_at! };
};

const giveUpPending = async (
  tx: Transaction<Database>,
  endpointId: string,
  error: 'webhook_disabled' | 'webhook_deleted',
): Promise<void> => {
  await tx
    .updateTable('webhook_deliveries')
    .set({ state: 'failed', error, leased_until: null })
    .where('endpoint_id', '=', endpointId)
    .where('state', '=', 'pending')
    .execute();
};

/** Stores whether an endpoint of the settings still exists. */
export const ensureConfiguredEndpoint = async (
  db: Kysely<Database>,
  id: string,
  exists: boolean,
): Promise<void> => {
  if (!exists) {
    await db
      .updateTable('webhook_endpoints')
      .set({ state: 'deleted', disabled_reason: null, disabled_at: null })
      .where('id', '=', id)
      .execute();
    return;
  }
  const fresh = { state: 'enabled', disabled_reason: null, disabled_at: null, failing_since: null } as const;
  await db
    .insertInto('webhook_endpoints')
    .values({ id, team_id: null, url: '', events: [] })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(fresh))
    .execute();
};
