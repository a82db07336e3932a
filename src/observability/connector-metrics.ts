import { Gauge, type Registry } from 'prom-client';
import type { ConnectorsState } from '../store/connectors/breaker.ts';

/**
 * Exposes how many connectors fail and how many runs wait for one. Reads it on each scrape, so the series are missing while the
 * database is unavailable.
 */
export const watchConnectors = (registry: Registry, read: () => Promise<ConnectorsState>): void => {
  // The gauges are read on each scrape, so they share one query.
  let look: Promise<void> | undefined;
  const refresh = async (): Promise<void> => {
    look ??= read()
      .then(show, hide)
      .finally(() => {
        look = undefined;
      });
    return look;
  };
  const collect = async (): Promise<void> => refresh();
  const connectors = new Gauge({
    name: 'connectors',
    help: 'Connectors by whether their last call failed',
    labelNames: ['state'],
    registers: [registry],
    collect,
  });
  const waiting = new Gauge({
    name: 'runs_waiting_for_records',
    help: 'Running runs that wait for the answer of a connector',
    registers: [registry],
    collect,
  });
  const show = ({ total, down, waiting: runs }: ConnectorsState): void => {
    connectors.set({ state: 'up' }, total - down);
    connectors.set({ state: 'down' }, down);
    waiting.set(runs);
  };
  const hide = (): void => {
    connectors.reset();
    waiting.remove();
  };
};
