import { asProblem } from '../http/as-problem.ts';
import { ProblemError } from '../http/problem.ts';
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
      render(ctx, problemIn(error, ctx, log));
    }
  };

const problemIn = (error: unknown, ctx: Context, log: Services['log']): ProblemError => {
  const { requestId, route, caller } = ctx.state;
  return asProblem(error, log, { requestId, route, teamId: caller?.teamId });
};

const render = (ctx: Context, problem: ProblemError): void => {
  ctx.state.problem = problem.code;
  ctx.status = problem.status;
  ctx.set({ ...problem.headers });
  ctx.type = 'application/problem+json';
  ctx.body = JSON.stringify(problem.render(ctx.state.requestId));
};
