import { Gauge, type Registry } from 'prom-client';

/** Exposes this process's number of open streams. */
export const watchStreams = (registry: Registry, open: () => number): void => {
  const gauge: Gauge = new Gauge({
    name: 'run_streams_open',
    help: 'Run event streams open in this process',
    registers: [registry],
    collect: () => gauge.set(open()),
  });
};
