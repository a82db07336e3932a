import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Worker } from '@temporalio/worker';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';

export interface MetricsServer {
  readonly port: number;
  readonly close: () => Promise<void>;
}

const HEALTHY: ReadonlySet<string> = new Set(['INITIALIZED', 'RUNNING']);

/**
 * Serves a worker's health and metrics: those of this process, and those of Temporal's core, which has a server of its own on
 * loopback.
 */
export const serveMetrics = async (
  { host, port, corePort }: { readonly host: string; readonly port: number; readonly corePort: number },
  workers: readonly Worker[],
): Promise<MetricsServer> => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const running: Gauge = new Gauge({
    name: 'worker_pollers',
    help: "This process's Temporal workers by state",
    labelNames: ['state'],
    registers: [registry],
    collect: () => {
      running.reset();
      for (const worker of workers) running.inc({ state: worker.getState().toLowerCase() });
    },
  });
  const isHealthy = (): boolean => workers.every((worker) => HEALTHY.has(worker.getState()));
  const server = createServer((request, response) => {
    const send = (status: number, text: string): void =>
      void response
        .writeHead(status, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' })
        .end(text);
    if (request.url === '/healthz') send(isHealthy() ? 200 : 503, isHealthy() ? 'ok\n' : 'stopping\n');
    else if (request.url === '/metrics')
      void Promise.all([registry.metrics(), coreMetrics(corePort)]).then(
        (texts) => send(200, texts.join('\n')),
        () => send(503, 'the metrics could not be read\n'),
      );
    else send(404, 'only /healthz and /metrics are here\n');
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

/** Returns a loopback port for the server of Temporal's core, which cannot choose one itself. */
export const portForCore = async (): Promise<number> => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
};

const coreMetrics = async (port: number): Promise<string> => {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`, { signal: AbortSignal.timeout(3_000) });
  if (!answer.ok) throw new Error(`Temporal's core answered with ${answer.status}`);
  return answer.text();
};
