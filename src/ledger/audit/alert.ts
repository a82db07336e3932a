import { hash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { newLedgerRef } from '../../ids.ts';
import type { Database } from '../../store/db/schema.ts';
import { emit, type NewEvent } from '../../store/outbox/emit.ts';
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

/** Returns what distinguishes a finding from others of the same day. */
export const alertKey = ({ kind, first_broken, reason, found_at }: Alert): string =>
  `alert/${kind}/${first_broken ?? hash('sha256', reason).slice(0, 16)}/${found_at.slice(0, 10)}`;

/**
 * Appends an alert to the team's own chain and reports it to the team's webhooks, once a day per finding. If the chain is too
 * damaged to append to, the alert still reaches the webhooks, the hooks and the log.
 */
export const recordAlert = async (
  { db, ledger }: { readonly db: Kysely<Database>; readonly ledger: Pick<Ledger, 'appendIn'> },
  alert: Alert,
): Promise<void> => {
  const { team_id: teamId, kind, first_broken, reason } = alert;
  if (teamId === null) return;
  const key = alertKey(alert);
  const event: NewEvent = {
    teamId,
    type: 'ledger.alert',
    subject: 'ledger',
    key,
    ids: { kind, first_broken },
  };
  const row = {
    teamId,
    ledgerRef: newLedgerRef('check'),
    step: 1,
    action: 'ledger.alert',
    governance: 'recorded',
    summary: `Ledger verification failed: ${kind}${first_broken === null ? '' : ` at row ${first_broken}`}.`,
    detail: { kind, first_broken, reason },
    idemKey: key,
    actor: byService('ledger-audit', { job: 'ledger-audit' }),
  };
  try {
    await db.transaction().execute(async (tx) => {
      await ledger.appendIn(tx, row);
      await emit(tx, event);
    });
  } catch (error) {
    await emit(db, event);
    throw error;
  }
};
