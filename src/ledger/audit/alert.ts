import { createHmac, hash } from 'node:crypto';
import { newLedgerRef } from '../../ids.ts';
import type { Ledger } from '../index.ts';

/** That a team's ledger is not what it was, or does not tell what the engine knows. */
export interface Alert {
  /** null when it is about the ledger of all teams. */
  readonly team_id: string | null;
  /**
   * First word of what verification says; `missing_row`, `unknown_row` of a reconciliation; `lost_key` when no row tells
   * of an erasure; `catalog` when the database's ledger code is not that of the release.
   */
  readonly kind: string;
  /** seq of the first row that does not fit, where it is one. */
  readonly first_broken: number | null;
  readonly reason: string;
  /** RFC 3339. */
  readonly found_at: string;
}

/** Somebody who is to hear of alerts: a pager, a ticket system. */
export type AlertHook = (alert: Alert) => Promise<void>;

const REQUEST_MS = 5_000;

/**
 * Posts alerts as JSON. With a secret, X-Pramaan-Signature is `sha256=` and the hex HMAC-SHA-256 of the body. An alert
 * names rows and reasons, never what a row says.
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
    if (!response.ok) throw new Error(`the receiver of alerts answered ${response.status}`);
  };

/**
 * Notes an alert in the team's own chain, once a day for each finding. The chain may be in no state to take a row: then
 * the log and the hooks are what is left.
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
    summary: `The ledger does not hold: ${kind}${first_broken === null ? '' : ` at row ${first_broken}`}.`,
    detail: { kind, first_broken, reason },
    idemKey: `alert/${kind}/${first_broken ?? hash('sha256', reason).slice(0, 16)}/${found_at.slice(0, 10)}`,
    actor: { job: 'ledger-audit' },
  });
};
