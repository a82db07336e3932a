import { mcpHeaders, mcpMessageSchema, resourceMetadataSchema } from '../mcp.ts';
import { operation } from '../operation.ts';

const tag = 'MCP';
const document = 'services';

const refused = { schema: mcpMessageSchema } as const;

export const callMcp = operation({
  id: 'callMcp',
  method: 'post',
  path: '/mcp',
  document,
  tag,
  summary: 'Use this service through the Model Context Protocol',
  description:
    'Streamable HTTP of the revisions 2026-07-28 and 2025-11-25. Each tool is an operation of this API and needs its scope. ' +
    'Send `Accept: application/json, text/event-stream`.',
  access: 'any',
  challenges: true,
  headers: mcpHeaders,
  body: { schema: mcpMessageSchema },
  replies: {
    200: {
      description: 'The result, or a stream of notifications that ends with it',
      schema: mcpMessageSchema,
      events: true,
    },
    202: { description: 'A notification was accepted', type: 'text/plain' },
    400: { description: 'The message does not fit the protocol', ...refused },
    404: { description: 'There is no such method', ...refused },
    406: { description: 'The client does not accept both media types', ...refused },
    500: { description: 'The message could not be answered', ...refused },
  },
});

const metadata = {
  method: 'get',
  document,
  tag,
  access: 'public',
  replies: { 200: { description: 'The metadata', schema: resourceMetadataSchema } },
} as const;

export const describeMcp = operation({
  ...metadata,
  id: 'describeMcp',
  path: '/.well-known/oauth-protected-resource/mcp',
  summary: 'Say which identity provider issues tokens for `/mcp`',
});

export const describeResource = operation({
  ...metadata,
  id: 'describeResource',
  path: '/.well-known/oauth-protected-resource',
  summary: 'The same, for clients that ask at the root',
});
