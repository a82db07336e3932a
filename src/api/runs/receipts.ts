import type { Operation } from '../../contract/operation.ts';
import { carriesReceipt, withReceipt } from '../../contract/receipts.ts';
import type { Scope } from '../../contract/scopes.ts';
import { LedgerBrokenError } from '../../ledger/errors.ts';
import { proveEntries } from '../../ledger/prove.ts';
import { receiptFor } from '../../ledger/receipt.ts';
import type { Receipt } from '../../ledger/proofs/receipt.ts';
import type { Call, Reply, Route } from '../services/route.ts';
import type { Services } from '../services/services.ts';

/** Adds support for `?receipt=true` to a route whose response has a ledger_ref; returns any other route unchanged. */
export const answersWithReceipt = (route: Route): Route => {
  if (!carriesReceipt(route.operation)) return route;
  const handle = async (call: Call, services: Services): Promise<Reply> => {
    const reply = await route.handle(call, services);
    const asked = (call.query as { receipt?: string } | undefined)?.receipt === 'true';
    if (!asked || reply.status !== 200) return reply;
    const body = reply.body as Answer;
    return { ...reply, body: { ...body, receipt: await receiptNow(call, services, body) } };
  };
  return { operation: withReceipt(route.operation), handle };
};

/** The members that these operations' responses share. Only operations that may still be running have `status`. */
interface Answer {
  /** null for a dry run, which writes no row. */
  readonly ledger_ref: string | null;
  readonly status?: string;
}

/** Returns a complete receipt, or null. The work is already done, so a failure to make a receipt never fails the request. */
const receiptNow = async (
  call: Call,
  services: Services,
  { ledger_ref: ledgerRef, status }: Answer,
): Promise<Receipt | null> => {
  if (status === 'running' || ledgerRef === null) return null;
  const { caller, requestId } = call as Call<Operation & { readonly access: Scope }>;
  const { teamId } = caller;
  const prove = async (): Promise<Receipt | null> => {
    const entries = await services.ledger.read(teamId, ledgerRef);
    const { receipt, pending } = await proveEntries(services.pool, { teamId, ledgerRef, entries });
    if (pending.length === 0) return receipt;
    return (await signed(services, teamId, requestId)) ? receiptFor(services.pool, teamId, ledgerRef) : null;
  };
  return unlessUnprovable({ log: services.log, requestId }, { teamId, ledgerRef }, prove);
};

/** Has a worker sign a checkpoint, because this process does not have the signing key. */
const signed = async ({ workflows, log }: Services, teamId: string, requestId: string): Promise<boolean> => {
  try {
    return (await workflows.signCheckpoint(teamId, requestId)).outcome !== 'refused';
  } catch (error) {
    log.warn({ request_id: requestId, error }, 'checkpoint could not be signed through Temporal');
    return false;
  }
};

/**
 * Returns null if no receipt can be made, for whatever reason. The caller may still read the result, and the administrator gets a
 * log line.
 */
export const unlessUnprovable = async (
  { log, requestId: request_id }: Pick<Services, 'log'> & { readonly requestId: string },
  { teamId, ledgerRef }: { readonly teamId: string; readonly ledgerRef: string },
  prove: () => Promise<Receipt | null>,
): Promise<Receipt | null> => {
  try {
    return await prove();
  } catch (error) {
    if (error instanceof LedgerBrokenError)
      log.error(
        { team_id: teamId, ledger_ref: ledgerRef, outcome: error.message },
        'the ledger does not match its checkpoint',
      );
    else log.warn({ request_id, error }, 'receipt could not be made');
    return null;
  }
};
