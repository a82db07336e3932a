import type { Middleware as KoaMiddleware, ParameterizedContext } from 'koa';
import type { Caller } from '../../store/keys/authenticate.ts';

/** What middlewares leave for each other. */
export interface State {
  requestId: string;
  /** Path template of the route that was taken. */
  route?: string;
  caller?: Caller;
  problem?: string;
}

export type Context = ParameterizedContext<State>;
export type Middleware = KoaMiddleware<State>;
