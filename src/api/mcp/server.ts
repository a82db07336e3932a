import {
  type JSONRPCMessage,
  type McpRequestContext,
  ProtocolError,
  ProtocolErrorCode,
  Server,
} from '@modelcontextprotocol/server';
import type { Services } from '../services/services.ts';
import { askerOf } from './ask-now.ts';
import { callTool } from './call-tool.ts';
import { awaitLate } from './late-messages.ts';
import type { McpCall } from './perform.ts';
import type { JsonObject } from './schemas.ts';
import type { Tool } from './tool.ts';

const INFO = { name: 'pramaan', title: 'Pramaan', version: '1.0.0' } as const;

const INSTRUCTIONS =
  'Governed work for Indian insurers, banks and IT teams. Work leaves rows in a hash-chained ledger, under the `ledger_ref` ' +
  'in its result. Mask texts with scan_text before they go elsewhere. Work that takes longer has a handle: read it with get_run. ' +
  'What waits for a person is in list_reviews, and only people decide it.';

/** The list is the same for everybody and changes only with a release. */
const LISTED = { ttlMs: 3_600_000, cacheScope: 'public' } as const;

const show = ({ name, title, description, annotations, inputSchema, outputSchema }: Tool) => ({
  name,
  title,
  description,
  annotations,
  inputSchema: inputSchema as { type: 'object' } & JsonObject,
  outputSchema: outputSchema as { type: 'object' } & JsonObject,
});

export const toolNamed = (tools: readonly Tool[], name: unknown): Tool | undefined =>
  tools.find((tool) => tool.name === name);

/** Creates the server that answers one request. It has no state, so that any process can answer the next one. */
export const createMcpServer = (
  { era }: McpRequestContext,
  carrier: McpCall,
  services: Services,
  tools: readonly Tool[],
): Server => {
  const server = new Server(INFO, {
    capabilities: { tools: {} },
    instructions: INSTRUCTIONS,
    cacheHints: { 'tools/list': LISTED, 'server/discover': LISTED },
  });
  server.setRequestHandler('tools/list', () => ({ tools: tools.map(show) as never }));
  server.setRequestHandler('tools/call', async ({ params }, ctx) => {
    const tool = toolNamed(tools, params.name);
    if (tool === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such tool');
    const { arguments: given = {} } = params;
    const call = { tool, given, ctx };
    if (era === 'modern') return callTool({ ...call, cancelled: carrier.gone() }, carrier, services);
    const stop = new AbortController();
    const { id } = ctx.mcpReq;
    const asking = {
      carrier,
      cancelled: stop.signal,
      send: async (message: JsonObject) =>
        server.transport?.send(message as unknown as JSONRPCMessage, { relatedRequestId: id }),
    };
    const forget = awaitLate(carrier, services, { kind: 'cancelled', id, onMessage: () => stop.abort() });
    const askNow = askerOf(asking, services);
    return callTool({ ...call, cancelled: stop.signal, askNow }, carrier, services).finally(forget);
  });
  return server;
};
