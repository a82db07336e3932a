import type { Registry } from 'prom-client';
import type { LedgerState } from '../ledger/state.ts';
import { scrapedGauges } from './scraped-gauges.ts';

/** Exposes the state of checkpoints: the number of unsigned rows and the outcomes of witness deliveries. */
export const watchLedger = (registry: Registry, read: () => Promise<LedgerState>): void => {
  scrapedGauges(registry, read, (gauge) => {
    const unsignedRows = gauge('ledger_unsigned_rows', 'Ledger rows not yet covered by a checkpoint');
    const unsignedSeconds = gauge(
      'ledger_unsigned_seconds',
      'Age in seconds of the oldest row not yet covered by a checkpoint',
    );
    const refused = gauge(
      'ledger_checkpoints_refused',
      'Teams whose checkpoints are not signed because their chain does not verify',
    );
    const teams = gauge('ledger_witness_teams', 'Teams by the state of their last delivery to a witness', [
      'witness',
      'state',
    ]);
    const failures = gauge(
      'ledger_witness_failures',
      'Total deliveries to a witness that failed or were refused',
      ['witness'],
    );
    return (state) => {
      unsignedRows.set(state.unsignedRows);
      unsignedSeconds.set(state.unsignedSeconds);
      refused.set(state.refusedTeams);
      for (const witness of state.witnesses) {
        for (const outcome of ['delivered', 'failed', 'refused'] as const) {
          teams.set({ witness: witness.name, state: outcome }, witness[outcome]);
        }
        failures.set({ witness: witness.name }, witness.failures);
      }
    };
  });
};
