import { z } from 'zod';
import { idempotencyKey as idempotencyKeySchema } from '../../contract/common.ts';
import type { callMcp } from '../../contract/operations/mcp.ts';
import { authenticate, requireScope } from '../auth/authenticate.ts';
import { check, checkIdempotencyKey, checkParams } from '../http/checked.ts';
import type { Call, Reply } from '../services/route.ts';
import type { Services } from '../services/services.ts';
import type { ToolRequest } from './tool.ts';

/** The request that carries a tool's call. */
export type McpCall = Call<typeof callMcp>;

/**
 * Runs a tool's request through its operation's checks and its handler, as `dispatch` does for an HTTP
 * request. Caller and limits are those of the HTTP request around it.
 * @throws ProblemError
 */
export const perform = async (
  { route: { operation, handle }, ...given }: ToolRequest,
  carrier: McpCall,
  services: Services,
): Promise<Reply> => {
  const { params, query, body, idempotent, access } = operation;
  if (access !== 'public' && access !== 'guarded') requireScope(carrier.caller, access);
  if (body === undefined) check(z.strictObject({}), given.body, 'body');
  const call: { body?: unknown } & Record<string, unknown> = {
    params: checkParams(params, given.params),
    query: query && check(query, given.query, 'query'),
    body: body && check(body.schema, given.body, 'body'),
    idempotencyKey:
      idempotent === true ? checkIdempotencyKey(idempotencyKeySchema, given.idempotencyKey) : undefined,
    caller: carrier.caller,
    search: '',
    requestId: carrier.requestId,
    address: carrier.address,
    // A tool waits by itself, so that it can report progress.
    header: (name: string) => (name === 'Prefer' ? 'respond-async' : ''),
    forgetBody: () => {
      delete call.body;
    },
    gone: carrier.gone,
  };
  return handle(call as unknown as Call, services);
};

/**
 * Returns the carrier with its caller's present rights, for a call that has waited: meanwhile a key may have
 * been revoked, a session ended, or a role taken away.
 * @throws ProblemError 401 if the credentials are no longer valid
 */
export const withCallerNow = async (carrier: McpCall, services: Services): Promise<McpCall> => {
  const credentials = { authorization: carrier.header('Authorization'), cookie: carrier.header('Cookie') };
  return { ...carrier, caller: await authenticate(services, credentials, 'any') };
};
