import { operation } from '../operation.ts';
import { healthSchema, readinessSchema } from '../service.ts';

const tag = 'Service';
const document = 'services';

export const health = operation({
  id: 'health',
  method: 'get',
  path: '/healthz',
  document,
  tag,
  summary: 'Check whether the process is alive',
  access: 'public',
  replies: { 200: { description: 'The process is alive', schema: healthSchema } },
});

export const readiness = operation({
  id: 'readiness',
  method: 'get',
  path: '/readyz',
  document,
  tag,
  summary: 'Check whether the process can serve requests, with the state of each dependency',
  description:
    'Returns 200 while only Temporal is unavailable: reads work, and accepted runs start when Temporal is available again.',
  access: 'public',
  replies: {
    200: { description: 'Ready or degraded', schema: readinessSchema },
    503: { description: 'The database is unavailable', schema: readinessSchema, headers: ['Retry-After'] },
  },
});

export const metrics = operation({
  id: 'metrics',
  method: 'get',
  path: '/metrics',
  document,
  tag,
  summary: 'Prometheus metrics',
  description: 'Needs METRICS_TOKEN as a bearer token. Not served if none is set.',
  access: 'guarded',
  problems: ['unauthenticated', 'not-found', 'rate-limited'],
  replies: { 200: { description: "The metrics, in Prometheus's text format", type: 'text/plain' } },
});
