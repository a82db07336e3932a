import type { Transaction } from 'kysely';
import { maskHost } from '../governance/host-names.ts';
import type { JsonObject, Ledger, RowActor } from '../ledger/index.ts';
import type { Database } from '../store/db/schema.ts';

const WORDS = {
  'webhook.created': 'A webhook was created',
  'webhook.deleted': 'A webhook was deleted',
  'webhook.rotated': 'The secret of a webhook was replaced',
  'webhook.disabled': 'A webhook was disabled',
  'webhook.enabled': 'A disabled webhook was enabled',
  'webhook.tested': 'A test event was requested for a webhook',
  'webhook.redelivered': 'A delivery of a webhook was requested again',
} as const;

export interface WebhookAct {
  readonly teamId: string;
  readonly webhookId: string;
  readonly url: string;
  readonly action: keyof typeof WORDS;
  /** Distinguishes acts of the same kind on the same webhook. */
  readonly key: string | number;
  readonly detail?: JsonObject;
  readonly actor: RowActor;
}

/**
 * Records an act on a webhook in the team's ledger, in the transaction of the act and under the webhook's id. The row names the
 * host but not the whole address, which may contain a secret.
 */
export const recordWebhookAct = async (
  ledger: Ledger,
  tx: Transaction<Database>,
  { teamId, webhookId, url, action, key, detail = {}, actor }: WebhookAct,
): Promise<void> => {
  const host = maskHost(new URL(url).hostname);
  await ledger.appendIn(tx, {
    teamId,
    ledgerRef: webhookId,
    step: action === 'webhook.created' ? 1 : 0,
    action,
    governance: 'recorded',
    summary: `${WORDS[action]}: ${host}`,
    detail: { host, ...detail },
    idemKey: `${webhookId}/${action}/${key}`,
    actor,
  });
};
