import { hash } from 'node:crypto';
import { scanText } from '../../../contract/operations/govern.ts';
import { scan } from '../../../governance/scan.ts';
import { newLedgerRef } from '../../../ids.ts';
import { actorOf } from '../../../ledger/index.ts';
import { route } from '../../services/route.ts';

/** Scans text. The ledger row contains counts and the masked copy's hash, never the text itself. */
export const scanTextRoute = route(scanText, async ({ body, caller }, { ledger }) => {
  const result = scan(body.text);
  const ledgerRef = newLedgerRef('scan');
  if (body.record) {
    const found = Object.entries(result.entities).map(([type, count]) => `${count} ${type}`);
    await ledger.append({
      teamId: caller.teamId,
      ledgerRef,
      step: 1,
      action: 'pii.scan',
      governance: 'masked in every log and in the ledger',
      summary: `Screened a text: ${found.length === 0 ? 'no identifiers' : found.join(', ')}; risk ${result.risk}.`,
      detail: {
        flags: result.flags,
        risk: result.risk,
        entities: { ...result.entities },
        bytes: Buffer.byteLength(body.text),
        masked_sha256: hash('sha256', result.masked),
      },
      actor: actorOf(caller),
    });
  }
  return { status: 200, body: { ...result, ledger_ref: ledgerRef, recorded: body.record } };
});
