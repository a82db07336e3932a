import type Router from '@koa/router';
import { Problem } from '../problem.ts';
import type { Middleware, State } from './state.ts';

/** Answers 405 with Allow where the path is known and the method is not. */
export const methodNotAllowed =
  (router: Router<State>): Middleware =>
  async (ctx, next) => {
    const { path, route } = router.match(ctx.path, ctx.method);
    if (!route && path.length > 0) {
      const allow = [...new Set(path.flatMap(({ methods }) => methods))].join(', ');
      throw new Problem('method-not-allowed', { headers: { Allow: allow } });
    }
    await next();
  };
