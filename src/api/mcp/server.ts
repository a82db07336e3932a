import {
  type McpRequestContext,
  ProtocolError,
  ProtocolErrorCode,
  Server,
} from '@modelcontextprotocol/server';
import type { Services } from '../services/services.ts';
import { callTool } from './call-tool.ts';
import type { Cancellations } from './cancellations.ts';
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

/** What a process serves by MCP. */
export interface Toolbox {
  readonly tools: readonly Tool[];
  readonly cancellations: Cancellations;
}

export const toolNamed = ({ tools }: Toolbox, name: unknown): Tool | undefined =>
  tools.find((tool) => tool.name === name);

/** Creates the server that answers one request. It has no state, so that any process can answer the next one. */
export const createMcpServer = (
  { era }: McpRequestContext,
  carrier: McpCall,
  services: Services,
  box: Toolbox,
): Server => {
  const server = new Server(INFO, {
    capabilities: { tools: {} },
    instructions: INSTRUCTIONS,
    cacheHints: { 'tools/list': LISTED, 'server/discover': LISTED },
  });
  server.setRequestHandler('tools/list', () => ({ tools: box.tools.map(show) as never }));
  server.setRequestHandler('tools/call', async ({ params }, ctx) => {
    const tool = toolNamed(box, params.name);
    if (tool === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such tool');
    const { arguments: given = {} } = params;
    const call = { tool, given, ctx };
    if (era === 'modern') return callTool({ ...call, cancelled: carrier.gone() }, carrier, services);
    return box.cancellations.during(carrier, ctx.mcpReq.id, async (cancelled) =>
      callTool({ ...call, cancelled }, carrier, services),
    );
  });
  return server;
};
