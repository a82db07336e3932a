import { Gauge, type Registry } from 'prom-client';
import type { AuditState } from '../ledger/audit/state.ts';

/**
 * Exposes the results of the scheduled checks. Reads them on each scrape, so the series are missing while the database is
 * unavailable.
 */
export const watchAudit = (registry: Registry, read: () => Promise<AuditState>): void => {
  const age = new Gauge({
    name: 'ledger_check_age_seconds',
    help: 'Seconds since the last check of the least recently checked chain',
    registers: [registry],
  });
  const broken: Gauge = new Gauge({
    name: 'ledger_broken_chains',
    help: 'Teams whose last chain check failed',
    registers: [registry],
    collect: async () => {
      try {
        const state = await read();
        broken.set(state.brokenChains);
        age.set(state.checkAgeSeconds);
      } catch {
        broken.remove();
        age.remove();
      }
    },
  });
};
