import { createHmac, hash } from 'node:crypto';
import { newLedgerRef } from '../../ids.ts';
import { byService, type Ledger } from '../index.ts';

/** Reports that a team's ledger has changed, or that it disagrees with Temporal's history. */
export interface Alert {
  /** Null when the alert concerns every team's ledger. */
  readonly team_id: string | null;
  /**
   * First word of the verification's reason; `missing_row` or `unknown_row` from a reconciliation; `lost_key` when a key is gone
   * and no row records an erasure; `catalog` when the database's ledger code differs from the release's.
   */
  readonly kind: string;
  /** seq of the first bad row; null if the finding is not about a row. */
  readonly first_broken: number | null;
  readonly reason: string;
  /** RFC 3339 time. */
  readonly found_at: string;
}

/** Receives alerts, for example on behalf of a pager or a ticket system. */
export type AlertHook = (alert: Alert) => Promise<void>;

const REQUEST_MS = 5_000;

/**
 * Creates a hook that posts alerts as JSON. With a secret, X-Pramaan-Signature is `sha256=` and the hex HMAC-SHA-256 of the body.
 * An alert names rows and reasons, but never includes a row's content.
 */
export const createAlertWebhook =
  ({ url, secret }: { readonly url: string; readonly secret?: string | undefined }): AlertHook =>
  async (alert) => {
    const body = JSON.stringify({ event: 'ledger.alert', ...alert });
    const signature = secret && `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
    const response = await fetch(url, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...(signature && { 'x-pramaan-signature': signature }) },
      redirect: 'error',
      signal: AbortSignal.timeout(REQUEST_MS),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`the alert webhook responded with ${response.status}`);
  };

/**
 * Appends an alert to the team's own chain, once a day per finding. If the chain is too damaged to append to, the alert appears
 * only in the log and the hooks.
 */
export const recordAlert = async (ledger: Ledger, alert: Alert): Promise<void> => {
  const { team_id: teamId, kind, first_broken, reason, found_at } = alert;
  if (teamId === null) return;
  await ledger.append({
    teamId,
    ledgerRef: newLedgerRef('check'),
    step: 1,
    action: 'ledger.alert',
    governance: 'recorded',
    summary: `Ledger verification failed: ${kind}${first_broken === null ? '' : ` at row ${first_broken}`}.`,
    detail: { kind, first_broken, reason },
    idemKey: `alert/${kind}/${first_broken ?? hash('sha256', reason).slice(0, 16)}/${found_at.slice(0, 10)}`,
    actor: byService('ledger-audit', { job: 'ledger-audit' }),
  });
};
