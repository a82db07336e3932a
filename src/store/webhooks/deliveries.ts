import { type Kysely, sql, type Transaction } from 'kysely';
import { TEST_EVENT } from '../../contract/webhook.ts';
import type { Database } from '../db/schema.ts';

export interface DeliveryRecord {
  readonly id: string;
  readonly n: number;
  readonly event_id: string;
  readonly type: string;
  readonly ids: Readonly<Record<string, unknown>>;
  readonly emitted_at: Date;
  readonly state: 'pending' | 'delivered' | 'failed';
  readonly attempts: number;
  readonly response_status: number | null;
  readonly error: string | null;
  readonly tried_at: Date | null;
  readonly next_at: Date;
  readonly delivered_at: Date | null;
  readonly created_at: Date;
}

const selectDeliveries = (db: Kysely<Database>, webhookId: string) =>
  db
    .selectFrom('webhook_deliveries as d')
    .innerJoin('events_outbox as e', 'e.id', 'd.event_id')
    .select([
      'd.id',
      'd.n',
      'd.event_id',
      'e.type',
      'e.ids',
      'e.created_at as emitted_at',
      'd.state',
      'd.attempts',
      'd.response_status',
      'd.error',
      'd.tried_at',
      'd.next_at',
      'd.delivered_at',
      'd.created_at',
    ])
    .where('d.endpoint_id', '=', webhookId);

/**
 * Reads a page of a webhook's deliveries, newest first.
 * @param options `after` is the last delivery of the page before
 * @returns the page, whose `end` is undefined if it is the last one
 */
export const listDeliveries = async (
  db: Kysely<Database>,
  webhookId: string,
  options: {
    readonly state?: DeliveryRecord['state'] | undefined;
    readonly limit: number;
    readonly after?: string | undefined;
  },
): Promise<{ readonly rows: readonly DeliveryRecord[]; readonly end: DeliveryRecord | undefined }> => {
  const { state, limit, after } = options;
  let query = selectDeliveries(db, webhookId);
  if (state !== undefined) query = query.where('d.state', '=', state);
  if (after !== undefined)
    query = query.where(sql<boolean>`d.n < (SELECT n FROM webhook_deliveries WHERE id = ${after})`);
  // Fetches one more delivery than requested, to find out whether there is a next page.
  const fetched: readonly DeliveryRecord[] = await query
    .orderBy('d.n', 'desc')
    .limit(limit + 1)
    .execute();
  const rows = fetched.slice(0, limit);
  return { rows, end: fetched.length > limit ? rows.at(-1) : undefined };
};

/** Reads a delivery of a webhook. @returns undefined when there is none with that id */
const readDelivery = async (
  db: Kysely<Database>,
  webhookId: string,
  deliveryId: string,
): Promise<DeliveryRecord | undefined> =>
  selectDeliveries(db, webhookId).where('d.id', '=', deliveryId).executeTakeFirst();

/** Writes an event for one endpoint alone, whatever it subscribes to. */
export const addEventFor = async (
  tx: Transaction<Database>,
  endpointId: string,
  event: {
    readonly id: string;
    readonly teamId: string | null;
    readonly type: string;
    readonly ids: Readonly<Record<string, unknown>>;
  },
): Promise<void> => {
  const { id, teamId: team_id, type, ids } = event;
  await tx
    .insertInto('events_outbox')
    .values({ id, team_id, type, subject: id, ids: JSON.stringify(ids) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await tx
    .insertInto('webhook_deliveries')
    .values({ endpoint_id: endpointId, event_id: id, subject: id })
    .execute();
};

/** Writes a test event for a webhook. */
export const addTest = async (
  tx: Transaction<Database>,
  { teamId, webhookId, eventId }: Readonly<Record<'teamId' | 'webhookId' | 'eventId', string>>,
): Promise<DeliveryRecord> => {
  await addEventFor(tx, webhookId, {
    id: eventId,
    teamId,
    type: TEST_EVENT,
    ids: { webhook_id: webhookId },
  });
  return selectDeliveries(tx, webhookId).where('d.event_id', '=', eventId).executeTakeFirstOrThrow();
};

/**
 * Adds another delivery of the same event, in order after those that are pending.
 * @returns undefined when the webhook has no delivery with that id
 */
export const addRedelivery = async (
  tx: Transaction<Database>,
  webhookId: string,
  deliveryId: string,
): Promise<DeliveryRecord | undefined> => {
  const added = await tx
    .insertInto('webhook_deliveries')
    .columns(['endpoint_id', 'event_id', 'subject'])
    .expression((from) =>
      from
        .selectFrom('webhook_deliveries')
        .select(['endpoint_id', 'event_id', 'subject'])
        .where('endpoint_id', '=', webhookId)
        .where('id', '=', deliveryId),
    )
    .returning('id')
    .executeTakeFirst();
  return added && readDelivery(tx, webhookId, added.id);
};
