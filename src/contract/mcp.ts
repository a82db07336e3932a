import { z } from 'zod';

/** A message of the Model Context Protocol. The protocol's own schemas check it further. */
export const mcpMessageSchema = z.looseObject({}).meta({
  id: 'McpMessage',
  description: 'A JSON-RPC 2.0 message; batches are not accepted',
  examples: [{ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }],
});

/** Request headers that the protocol defines. */
export const mcpHeaders = z.object({
  'MCP-Protocol-Version': z
    .string()
    .optional()
    .meta({ description: 'The revision that the client speaks', examples: ['2026-07-28'] }),
  'Mcp-Session-Id': z.string().optional().meta({
    description: 'As the response to `initialize` has it; it ties a cancellation to its call',
  }),
});

export const resourceMetadataSchema = z
  .object({
    resource: z.url().meta({ description: 'The address of the MCP endpoint' }),
    resource_name: z.string(),
    authorization_servers: z
      .array(z.url())
      .meta({ description: 'The identity provider; empty if only API keys are accepted' }),
    scopes_supported: z.array(z.string()).meta({
      description: "Scopes to request at the identity provider; a person's rights follow from roles",
    }),
    bearer_methods_supported: z.array(z.literal('header')),
  })
  .meta({ id: 'ProtectedResource', description: 'Protected resource metadata (RFC 9728)' });
