import { recordable } from '../../governance/recordable.ts';
import { newId } from '../../ids.ts';
import type { Middleware } from './state.ts';

/** Hexadecimal ids hold long runs of digits by chance: UUIDs, trace ids, our own. */
const UUID = /^(?:[a-z]+_)?[\da-f]{8}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{12}$/i;

/** It stands in every log line: sane characters, and nothing that may be a person's number. */
const isUsable = (given: string): boolean =>
  /^[A-Za-z0-9_-]{8,64}$/.test(given) && (UUID.test(given) || recordable(given) === given);

/** Names the request: the caller's own id when it is usable, else a new one. It is on every answer. */
export const requestId: Middleware = async (ctx, next) => {
  const given = ctx.get('X-Request-Id');
  ctx.state.requestId = isUsable(given) ? given : newId('req');
  ctx.set('X-Request-Id', ctx.state.requestId);
  await next();
};
