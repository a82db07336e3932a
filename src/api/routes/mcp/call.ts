import { localhostAllowedOrigins, validateOriginHeader } from '@modelcontextprotocol/server';
import { callMcp } from '../../../contract/operations/mcp.ts';
import { requireScope } from '../../auth/authenticate.ts';
import { scopeChallenged } from '../../auth/challenge.ts';
import { isSameOrigin, provenanceOf } from '../../auth/same-origin.ts';
import { ProblemError } from '../../http/problem.ts';
import { exchange } from '../../mcp/exchange.ts';
import type { McpCall } from '../../mcp/perform.ts';
import type { JsonObject } from '../../mcp/schemas.ts';
import { toolNamed } from '../../mcp/server.ts';
import { type Route, route } from '../../services/route.ts';
import type { Services } from '../../services/services.ts';
import { tools } from './tools.ts';

/** Answers messages of the Model Context Protocol. */
export const createMcpRoute = (): Route => {
  return route(callMcp, async (call, services) => {
    refuseOtherSites(call, services);
    expectScope(call, services);
    return exchange(call, services, tools);
  });
};

/**
 * Refuses pages of other sites, including those whose name resolves to this address (DNS rebinding): browsers
 * send the page's Origin, and other clients send none. A service on this machine accepts pages of this
 * machine.
 * @throws ProblemError 403
 */
const refuseOtherSites = ({ header }: McpCall, { settings: { publicBaseUrl } }: Services): void => {
  const provenance = provenanceOf(header);
  if (provenance.origin === '' || isSameOrigin(provenance, publicBaseUrl)) return;
  if (isOfThisMachine(provenance.origin) && isOfThisMachine(publicBaseUrl)) return;
  throw new ProblemError('csrf-refused', {
    detail: 'Pages of other sites may not use this service. Call it from a program.',
  });
};

const isOfThisMachine = (origin: string): boolean =>
  validateOriginHeader(origin, localhostAllowedOrigins()).ok;

/** Refuses a call whose scope is missing before the protocol sees it, because clients look for the header of this refusal. */
const expectScope = ({ body, caller }: McpCall, services: Services): void => {
  if (body['method'] !== 'tools/call') return;
  const { name, arguments: given } = (body['params'] ?? {}) as JsonObject;
  const request = toolNamed(tools, name)?.requestFor((given ?? {}) as JsonObject);
  const scope = request?.route.operation.access;
  if (scope === undefined || scope === 'public' || scope === 'guarded') return;
  try {
    requireScope(caller, scope);
  } catch (error) {
    throw scopeChallenged(error, services, scope);
  }
};
