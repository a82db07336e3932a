import { isTransient } from '../../store/db/transient.ts';
import { LedgerBrokenError } from '../../ledger/errors.ts';
import { LedgerUnavailableError } from '../../ledger/index.ts';
import { dependencyAway, ProblemError } from '../http/problem.ts';
import type { Services } from '../services/services.ts';
import type { Context, Middleware } from './state.ts';

/** Renders every error thrown by later middleware as application/problem+json (RFC 9457). */
export const problems =
  ({ log }: Pick<Services, 'log'>): Middleware =>
  async (ctx, next) => {
    try {
      await next();
      if (ctx.status === 404 && ctx.body === undefined) throw new ProblemError('not-found');
    } catch (error) {
      render(ctx, asProblem(error, ctx, log));
    }
  };

const asProblem = (error: unknown, ctx: Context, log: Services['log']): ProblemError => {
  if (error instanceof ProblemError) return error;
  const { requestId: request_id, route } = ctx.state;
  if (isTransient(error) || error instanceof LedgerUnavailableError) {
    log.warn({ request_id, route, error }, 'the database is unavailable');
    return dependencyAway('The database');
  }
  if (error instanceof LedgerBrokenError) {
    const team_id = ctx.state.caller?.teamId;
    log.error({ request_id, route, team_id, outcome: error.message }, 'ledger verification failed');
    return new ProblemError('ledger-broken');
  }
  log.error({ request_id, route, error }, 'request failed');
  return new ProblemError('internal');
};

const render = (ctx: Context, problem: ProblemError): void => {
  ctx.state.problem = problem.code;
  ctx.status = problem.status;
  ctx.set({ ...problem.headers });
  ctx.type = 'application/problem+json';
  ctx.body = JSON.stringify(problem.render(ctx.state.requestId));
};
