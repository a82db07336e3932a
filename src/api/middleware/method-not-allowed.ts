import type Router from '@koa/router';
import { ProblemError } from '../http/problem.ts';
import type { Middleware, State } from './state.ts';

/** Responds with 405 and an Allow header if the path is known but the method is not. Must come after the routes. */
export const methodNotAllowed =
  (router: Router<State>): Middleware =>
  async (ctx, next) => {
    const { path } = router.match(ctx.path, ctx.method);
    if (path.length > 0) {
      const allow = [...new Set(path.flatMap(({ methods }) => methods))].join(', ');
      throw new ProblemError('method-not-allowed', { headers: { Allow: allow } });
    }
    await next();
  };
