import { idempotencyKey as idempotencyKeySchema } from '../../contract/common.ts';
import { authenticate } from '../auth/authenticate.ts';
import { challenged } from '../auth/challenge.ts';
import { provenanceOf } from '../auth/same-origin.ts';
import { readBytes } from '../body/bytes.ts';
import { parseForm } from '../body/form.ts';
import { parseJson } from '../body/json.ts';
import { readBody } from '../body/read.ts';
import { openBody } from '../body/stream.ts';
import type { BodyReservation } from '../body/memory-budget.ts';
import type { Context, Middleware } from '../middleware/state.ts';
import { check, checkIdempotencyKey, checkParams } from '../http/checked.ts';
import { goneSignal } from '../http/gone.ts';
import { limitRate } from './rate-limit.ts';
import type { Call, Reply, Route } from '../services/route.ts';
import type { Services } from '../services/services.ts';

/** Runs a request through its operation's checks, in this order, and then through its handler. */
export const dispatch =
  ({ operation, handle }: Route, services: Services): Middleware =>
  async (ctx) => {
    ctx.state.route = operation.path;
    const { access } = operation;
    if (access !== 'public' && access !== 'guarded') {
      const header = (name: string): string => ctx.get(name);
      ctx.state.caller = await authenticate(
        services,
        {
          authorization: header('Authorization'),
          cookie: header('Cookie'),
          codec: operation.session === true,
          csrf:
            operation.method === 'get'
              ? undefined
              : { ...provenanceOf(header), token: header('X-CSRF-Token') },
          address: addressOf(ctx),
        },
        access,
      ).catch((error: unknown) => {
        throw operation.challenges === true ? challenged(error, services) : error;
      });
      limitRate(ctx, services.buckets, ctx.state.caller);
    }
    const held = { share: services.bodies.open(ctx.state.caller?.teamId), kept: false };
    try {
      await answer(ctx, { operation, handle }, services, held);
    } finally {
      if (!held.kept) held.share.free();
    }
  };

/** A request's reservation in the memory budget, and whether its handler frees it. */
interface HeldShare {
  readonly share: BodyReservation;
  kept: boolean;
}

const answer = async (
  ctx: Context,
  { operation, handle }: Route,
  services: Services,
  held: HeldShare,
): Promise<void> => {
  const { share } = held;
  const call = {
    params: checkParams(operation.params, ctx['params'] as unknown),
    query: operation.query && check(operation.query, ctx.query, 'query'),
    idempotencyKey:
      operation.idempotent === true
        ? checkIdempotencyKey(idempotencyKeySchema, ctx.req.headers['idempotency-key'])
        : undefined,
    body: await parseBody(operation.body, ctx, share),
    bytes: operation.bytes && (await readBytes(ctx.req, { ...operation.bytes, share })),
    stream: operation.stream && openBody(ctx.req, operation.stream),
    raw: operation.raw && rawBody(operation.raw, ctx, share),
    forgetBody: () => forget(call, share),
    keepBody: () => {
      held.kept = true;
      return () => forget(call, share);
    },
    gone: () => goneSignal(ctx.res),
    caller: ctx.state.caller,
    search: ctx.search,
    requestId: ctx.state.requestId,
    address: addressOf(ctx),
    header: (name: string) => ctx.get(name),
  } as unknown as Call;
  write(ctx, await handle(call, services));
};

/** Returns the peer's address. Forwarding headers are ignored, because anybody can send them. */
const addressOf = (ctx: Context): string => ctx.req.socket.remoteAddress ?? '';

/** Drops the body and frees its reservation in the memory budget. */
const forget = (call: { body?: unknown; bytes?: unknown }, share: BodyReservation): void => {
  delete call.body;
  delete call.bytes;
  share.free();
};

const parseBody = async (
  body: Route['operation']['body'],
  ctx: Context,
  share: BodyReservation,
): Promise<unknown> => {
  if (body === undefined) return undefined;
  const type = body.type ?? 'application/json';
  const bytes = await readBody(ctx.req, { type, limit: body.limit, share });
  if (bytes === undefined) return check(body.schema, body.optional === true ? {} : undefined, 'body');
  return check(body.schema, type === 'application/json' ? parseJson(bytes) : parseForm(bytes), 'body');
};

const rawBody =
  ({ limit }: NonNullable<Route['operation']['raw']>, ctx: Context, share: BodyReservation) =>
  async (): Promise<Buffer> =>
    (await readBody(ctx.req, { limit, share })) ?? Buffer.alloc(0);

const write = (ctx: Context, { status, body, type, headers }: Reply): void => {
  ctx.status = status;
  if (headers !== undefined) ctx.set({ ...headers } as Record<string, string | string[]>);
  if (type !== undefined) ctx.type = type;
  ctx.body = body;
};
