import type { Middleware as KoaMiddleware, ParameterizedContext } from 'koa';
import type { Caller } from '../../store/keys/authenticate.ts';

/** State that middlewares pass to each other. */
export interface State {
  requestId: string;
  /** The matched route's path template. */
  route?: string;
  caller?: Caller;
  problem?: string;
}

export type Context = ParameterizedContext<State>;
export type Middleware = KoaMiddleware<State>;
