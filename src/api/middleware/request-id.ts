import { newId } from '../../ids.ts';
import type { Middleware } from './state.ts';

/** Names the request: the caller's own id when it is a sane one, else a new one. It is on every answer. */
export const requestId: Middleware = async (ctx, next) => {
  const given = ctx.get('X-Request-Id');
  ctx.state.requestId = /^[A-Za-z0-9_-]{8,64}$/.test(given) ? given : newId('req');
  ctx.set('X-Request-Id', ctx.state.requestId);
  await next();
};
