import { whoLogs } from '../auth/who-logs.ts';
import type { Services } from '../services/services.ts';
import type { Middleware } from './state.ts';

const SILENT: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * Writes one log line and one metric per request. It does so after the response is sent, because writing a line takes as long as
 * one step of the work. Both omit the path, because an id or a typo in it could contain anything.
 */
export const accessLog =
  ({ log, metrics }: Pick<Services, 'log' | 'metrics'>): Middleware =>
  async (ctx, next) => {
    const start = performance.now();
    await next();
    const ms = performance.now() - start;
    setImmediate(() => {
      const { requestId, caller, problem, route = 'unmatched' } = ctx.state;
      metrics.observe({ method: ctx.method, route, status: ctx.status, seconds: ms / 1_000 });
      if (problem !== undefined) metrics.countProblem(problem);
      if (SILENT.has(route) && ctx.status < 400) return;
      log.info(
        {
          request_id: requestId,
          method: ctx.method,
          route,
          status: ctx.status,
          duration_ms: Math.round(ms * 10) / 10,
          ...(caller && {
            team_id: caller.teamId,
            ...whoLogs(caller),
          }),
          ...(problem !== undefined && { error_code: problem }),
        },
        'request',
      );
    });
  };
