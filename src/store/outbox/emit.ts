import { createHash } from 'node:crypto';
import { CompiledQuery, type Kysely } from 'kysely';
import type pg from 'pg';
import type { EventType } from '../../contract/webhook.ts';
import { currentTrace, writeTraceparent } from '../../trace-context.ts';

/** The caller's transaction: a pg client that has begun one, or a Kysely transaction. */
// oxlint-disable-next-line typescript/no-explicit-any -- whichever tables the transaction knows
export type OutboxTransaction = Pick<pg.ClientBase, 'query'> | Kysely<any>;

export interface NewEvent {
  readonly teamId: string;
  readonly type: EventType;
  /** What the event is about. Events with the same subject are delivered in the order in which their transactions commit. */
  readonly subject: string;
  /** Ids and fixed words that a receiver needs to look up the rest. They leave the service, so they never contain content. */
  readonly ids: Readonly<Record<string, string | number | null>>;
  /** Distinguishes events of the same type about the same subject. Default: there is only one. */
  readonly key?: string;
}

/**
 * Returns an event's id. It is derived from what the event reports, so that a retried transaction does not report the same thing
 * as another event.
 */
export const eventIdOf = (teamId: string | null, type: string, key: string): string =>
  `evt_${createHash('sha256')
    .update(`${teamId ?? ''}\n${type}\n${key}`)
    .digest('hex')
    .slice(0, 32)}`;

const EMIT = `WITH event AS (
    INSERT INTO events_outbox (id, team_id, type, subject, ids, traceparent) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING
    RETURNING id, team_id, type, subject)
  INSERT INTO webhook_deliveries (endpoint_id, event_id, subject)
  SELECT w.id, event.id, event.subject FROM event
  JOIN webhook_endpoints AS w ON w.team_id = event.team_id AND w.state = 'enabled' AND event.type = ANY (w.events)`;

/**
 * Writes an event, and its deliveries to the endpoints that subscribe to it, in the transaction of the change that it reports: it
 * is sent if and only if the change is committed. Emitting it twice has no effect.
 */
export const emit = async (tx: OutboxTransaction, event: NewEvent): Promise<void> => {
  const { teamId, type, subject, ids, key = subject } = event;
  const trace = currentTrace();
  const traceparent = trace === undefined ? null : writeTraceparent(trace);
  const values = [eventIdOf(teamId, type, key), teamId, type, subject, JSON.stringify(ids), traceparent];
  if ('executeQuery' in tx) await tx.executeQuery(CompiledQuery.raw(EMIT, values));
  else await tx.query({ name: 'emit_event', text: EMIT, values });
};
