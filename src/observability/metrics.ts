import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';

export interface Metrics {
  readonly registry: Registry;
  /** `route` is a path template rather than a path, so that the number of series is limited. */
  readonly observe: (request: {
    readonly method: string;
    readonly route: string;
    readonly status: number;
    readonly seconds: number;
  }) => void;
  readonly countProblem: (code: string) => void;
}

/** Creates a process's metrics. Each call uses its own registry, so that a test can have several. */
export const createMetrics = (): Metrics => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the end of its response',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  const problems = new Counter({
    name: 'http_problems_total',
    help: 'Problem responses by code',
    labelNames: ['code'],
    registers: [registry],
  });
  return {
    registry,
    observe: ({ method, route, status, seconds }) =>
      duration.observe({ method, route, status: String(status) }, seconds),
    countProblem: (code) => problems.inc({ code }),
  };
};
