import { Context } from '@temporalio/activity';
import type { Kysely } from 'kysely';
import { byService, type Ledger } from '../../ledger/index.ts';
import type { KeyRing } from '../../store/crypto/key-ring.ts';
import type { Database } from '../../store/db/schema.ts';
import { announceSender, claimDue, type ClaimedDelivery, untilDue } from '../../store/webhooks/claim.ts';
import { disableEndpoint } from '../../store/webhooks/endpoints.ts';
import { recordDelivered, recordFailure } from '../../store/webhooks/outcome.ts';
import { openSecrets } from '../../store/webhooks/secrets.ts';
import { NotAcknowledgedError } from '../../webhooks/post.ts';
import { persistently } from '../common/persist.ts';
import { attempt, type AttemptDependencies } from './attempt.ts';

export interface WebhookDependencies extends AttemptDependencies {
  readonly db: Kysely<Database>;
  readonly ledger: Ledger;
  readonly ring: KeyRing;
  /** Senders of the endpoints of the settings, by the endpoint's id. */
  readonly configured: Readonly<Record<string, Send>>;
  readonly report: (event: { readonly webhookId: string; readonly disabled: string }) => void;
}

/** Sends a delivery. @returns the status of the response @throws NotAcknowledgedError */
export type Send = (delivery: ClaimedDelivery) => Promise<number>;

export interface SendPass {
  /** Milliseconds until the next attempt; null if nothing is pending. */
  readonly next_in_ms: number | null;
}

/** Maximum number of deliveries in flight to one endpoint. */
const IN_FLIGHT = 8;
/** Maximum duration of a pass before it starts nothing more, so that a stopping worker does not wait for it. */
const PASS_MS = 10_000;
/** How long a lease outlasts the time limit of an attempt. */
const LEASE_SLACK_MS = 5_000;
const GONE = 410;

/** Creates the activity that delivers events to an endpoint. It may be repeated at any time, also while another one runs. */
export const createWebhookActivities = (deps: WebhookDependencies) => ({
  /** Attempts the deliveries of an endpoint that are due, those with the same subject one after the other. */
  sendWebhooks: async ({ endpoint_id: id }: { readonly endpoint_id: string }): Promise<SendPass> => {
    const { db, timeoutMs } = deps;
    await announceSender(db, id, (PASS_MS + timeoutMs + LEASE_SLACK_MS) / 1_000);
    const send = await senderTo(deps, id);
    if (send === undefined) return { next_in_ms: null };
    await sendDue(deps, id, send, Context.current().cancellationSignal);
    await announceSender(db, id, 0);
    return { next_in_ms: await untilDue(db, id) };
  },
});

export type WebhookActivities = ReturnType<typeof createWebhookActivities>;

/** Sends until nothing is due or the pass is over. @throws the first error that is not the receiver's, after the others have ended */
const sendDue = async (
  deps: WebhookDependencies,
  id: string,
  send: Send,
  stopping: AbortSignal,
): Promise<void> => {
  const leaseMs = deps.timeoutMs + LEASE_SLACK_MS;
  const until = performance.now() + PASS_MS;
  const flights = new Set<Promise<void>>();
  const errors: unknown[] = [];
  const stopped = new Promise<void>((resolve) => {
    stopping.addEventListener('abort', () => resolve(), { once: true });
  });
  for (;;) {
    const isOver = performance.now() > until || stopping.aborted || errors.length > 0;
    // Claiming for half of the places at once costs half as many statements.
    if (!isOver && flights.size <= IN_FLIGHT / 2) {
      for (const delivery of await claimDue(deps.db, id, { limit: IN_FLIGHT - flights.size, leaseMs })) {
        const flight = sendOne(deps, id, delivery, send)
          .catch((error: unknown) => void errors.push(error))
          .finally(() => flights.delete(flight));
        flights.add(flight);
      }
    }
    // A stopping worker leaves attempts under way to their leases instead of waiting for slow receivers.
    if (flights.size === 0 || stopping.aborted) break;
    await Promise.race([...flights, stopped]);
  }
  if (errors.length > 0) throw errors[0];
};

/** @returns undefined when the endpoint gets nothing, because it is disabled or deleted */
const senderTo = async (deps: WebhookDependencies, id: string): Promise<Send | undefined> => {
  const row = await deps.db
    .selectFrom('webhook_endpoints')
    .select(['url', 'team_id'])
    .where('id', '=', id)
    .where('state', '=', 'enabled')
    .executeTakeFirst();
  if (row === undefined) return undefined;
  if (row.team_id === null) return deps.configured[id];
  const secrets = await openSecrets(deps.db, deps.ring, id);
  return async (delivery) => attempt(deps, { url: row.url, secrets }, delivery);
};

const sendOne = async (
  deps: WebhookDependencies,
  endpointId: string,
  delivery: ClaimedDelivery,
  send: Send,
): Promise<void> => {
  try {
    const status = await send(delivery);
    await persistently(async () => recordDelivered(deps.db, endpointId, delivery.id, status), LEASE_SLACK_MS);
  } catch (error) {
    if (!(error instanceof NotAcknowledgedError)) throw error;
    const isDead = await recordFailure(deps.db, endpointId, delivery, error);
    if (error.status === GONE) await disable(deps, endpointId, 'gone');
    else if (isDead) await disable(deps, endpointId, 'no_success');
  }
};

const DISABLED_WORDS = {
  gone: 'its receiver responded with 410',
  no_success: 'no delivery succeeded for three days',
} as const;

/** Disables an endpoint and records that in its team's ledger. */
const disable = async (
  { db, ledger, report }: WebhookDependencies,
  endpointId: string,
  reason: keyof typeof DISABLED_WORDS,
): Promise<void> => {
  const disabled = await db.transaction().execute(async (tx) => {
    const done = await disableEndpoint(tx, endpointId, reason);
    if (done === undefined || done.teamId === null) return done;
    await ledger.appendIn(tx, {
      teamId: done.teamId,
      ledgerRef: endpointId,
      step: 0,
      action: 'webhook.disabled',
      governance: 'recorded',
      summary: `The webhook is disabled: ${DISABLED_WORDS[reason]}.`,
      detail: { reason },
      idemKey: `${endpointId}/disabled/${done.disabledAt.toISOString()}`,
      actor: byService('webhooks'),
    });
    return done;
  });
  if (disabled !== undefined) report({ webhookId: endpointId, disabled: reason });
};
