import { Readable } from 'node:stream';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { mcpAddress } from '../auth/challenge.ts';
import type { Reply } from '../services/route.ts';
import type { Services } from '../services/services.ts';
import { passOn } from './late-messages.ts';
import type { McpCall } from './perform.ts';
import { createMcpServer } from './server.ts';
import { newSession } from './session.ts';
import type { Tool } from './tool.ts';

/** Request headers that the protocol reads. Credentials are not passed on. */
const READ = ['Accept', 'Content-Type', 'MCP-Protocol-Version', 'Mcp-Method', 'Mcp-Name', 'Mcp-Session-Id'];

/** The status that the protocol's server gives to a request whose client has closed the connection. */
const CLOSED = 499;

/** Proxies must neither store nor collect the events. */
const EVENTS = { 'Cache-Control': 'no-cache, no-store, no-transform', 'X-Accel-Buffering': 'no' } as const;

/** Lets the protocol's own server answer a message, in whichever of the two revisions the client speaks. */
export const exchange = async (
  carrier: McpCall,
  services: Services,
  tools: readonly Tool[],
): Promise<Reply> => {
  const { requestId, body } = carrier;
  await passOn(carrier, services);
  const handler = createMcpHandler((request) => createMcpServer(request, carrier, services, tools), {
    // The tools never change while a process runs, so there is nothing to subscribe to.
    maxSubscriptions: 0,
    // A tool may take minutes. Meanwhile a stream shows proxies that the connection is alive.
    responseMode: body['method'] === 'tools/call' ? 'sse' : 'auto',
    onerror: (error) => services.log.debug({ request_id: requestId, error }, 'MCP message refused'),
  });
  const freeBody = carrier.keepBody();
  try {
    const response = await handler.fetch(requestOf(carrier, services), { parsedBody: body });
    const reply = await replyOf(response, freeBody);
    return body['method'] === 'initialize' && response.ok
      ? { ...reply, headers: { ...reply.headers, 'Mcp-Session-Id': newSession(body) } }
      : reply;
  } catch (error) {
    freeBody();
    throw error;
  }
};

const requestOf = (carrier: McpCall, { settings }: Services): Request => {
  const headers = READ.flatMap((name): [string, string][] => {
    const value = carrier.header(name);
    return value === '' ? [] : [[name, value]];
  });
  return new Request(mcpAddress(settings), { method: 'POST', headers, signal: carrier.gone() });
};

const replyOf = async (response: Response, freeBody: () => void): Promise<Reply> => {
  const type = response.headers.get('Content-Type')?.split(';')[0];
  if (type === 'text/event-stream' && response.body !== null) {
    const body = Readable.fromWeb(response.body);
    body.once('close', freeBody);
    return { status: response.status, body, type, headers: EVENTS };
  }
  const body = await response.text();
  freeBody();
  // Nobody reads this response, because the client has closed the connection.
  if (response.status === CLOSED) return { status: 200, body: '', type: 'text/event-stream' };
  return { status: response.status, body, type: type ?? 'text/plain' };
};
