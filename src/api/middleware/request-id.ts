import { recordable } from '../../governance/recordable.ts';
import { newId } from '../../ids.ts';
import type { Middleware } from './state.ts';

/** UUIDs, trace ids and our own ids are hexadecimal and can contain long runs of digits by chance. */
const UUID = /^(?:[a-z]+_)?[\da-f]{8}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{12}$/i;

/** The id appears in every log line, so it may contain only safe characters and nothing that could be a person's number. */
const isUsable = (given: string): boolean =>
  /^[A-Za-z0-9_-]{8,64}$/.test(given) && (UUID.test(given) || recordable(given) === given);

/** Gives the request an id: the caller's own if it is usable, otherwise a new one. Every response carries the id. */
export const requestId: Middleware = async (ctx, next) => {
  const given = ctx.get('X-Request-Id');
  ctx.state.requestId = isUsable(given) ? given : newId('req');
  ctx.set('X-Request-Id', ctx.state.requestId);
  await next();
};
