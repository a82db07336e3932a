import type { Registry } from 'prom-client';
import type { ConnectorsState } from '../store/connectors/breaker.ts';
import { scrapedGauges } from './scraped-gauges.ts';

/** Exposes how many connectors fail and how many runs wait for one. */
export const watchConnectors = (registry: Registry, read: () => Promise<ConnectorsState>): void =>
  scrapedGauges(registry, read, (gauge) => {
    const connectors = gauge('connectors', 'Connectors by whether their last call failed', ['state']);
    const runs = gauge('runs_waiting_for_records', 'Running runs that wait for the answer of a connector');
    return ({ total, down, waiting }) => {
      connectors.set({ state: 'up' }, total - down);
      connectors.set({ state: 'down' }, down);
      runs.set(waiting);
    };
  });
