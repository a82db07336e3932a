import type { z } from 'zod';
import { idempotencyKey as idempotencyKeySchema } from '../../contract/common.ts';
import type { FieldError } from '../../contract/problem.ts';
import { authenticate } from '../auth/authenticate.ts';
import { provenanceOf } from '../auth/same-origin.ts';
import { readBytes } from '../body/bytes.ts';
import { parseForm } from '../body/form.ts';
import { parseJson } from '../body/json.ts';
import { readBody } from '../body/read.ts';
import { openBody } from '../body/stream.ts';
import type { BodyReservation } from '../body/memory-budget.ts';
import type { Context, Middleware } from '../middleware/state.ts';
import { fieldErrors } from '../http/pointer.ts';
import { ProblemError } from '../http/problem.ts';
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
      );
      limitRate(ctx, services.buckets, ctx.state.caller);
    }
    const share = services.bodies.open(ctx.state.caller?.teamId);
    try {
      await answer(ctx, { operation, handle }, services, share);
    } finally {
      share.free();
    }
  };

const answer = async (
  ctx: Context,
  { operation, handle }: Route,
  services: Services,
  share: BodyReservation,
): Promise<void> => {
  const call = {
    params: parseParams(operation.params, ctx['params'] as unknown),
    query: operation.query && check(operation.query, ctx.query, 'query'),
    idempotencyKey: operation.idempotent === true ? parseIdempotencyKey(ctx) : undefined,
    body: await parseBody(operation.body, ctx, share),
    bytes: operation.bytes && (await readBytes(ctx.req, { ...operation.bytes, share })),
    stream: operation.stream && openBody(ctx.req, operation.stream),
    raw: operation.raw && rawBody(operation.raw, ctx, share),
    forgetBody: () => forget(call, share),
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

/** An id that does not parse gets the same response as an id that does not exist. */
const parseParams = (schema: z.ZodObject | undefined, params: unknown): unknown => {
  const parsed = schema?.safeParse(params);
  if (parsed?.success === false) throw new ProblemError('not-found');
  return parsed?.data;
};

const check = (schema: z.ZodType, value: unknown, where: FieldError['in']): unknown => {
  const parsed = schema.safeParse(value);
  if (!parsed.success)
    throw new ProblemError('invalid-request', { errors: fieldErrors(parsed.error, where) });
  return parsed.data;
};

const parseIdempotencyKey = (ctx: Context): string | undefined => {
  const given = ctx.req.headers['idempotency-key'];
  if (given === undefined) return undefined;
  const parsed = idempotencyKeySchema.safeParse(given);
  if (parsed.success) return parsed.data;
  const message = 'expected 1 to 255 visible ASCII characters';
  throw new ProblemError('invalid-request', {
    errors: [{ in: 'header', pointer: '/Idempotency-Key', message }],
  });
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
