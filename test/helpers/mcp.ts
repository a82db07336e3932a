import {
  type CallToolResult,
  Client,
  type ClientOptions,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { onTestFinished } from 'vitest';

export const REVISIONS = ['2026-07-28', '2025-11-25'] as const;
export type Revision = (typeof REVISIONS)[number];

/** Connects the official client in one revision of the protocol, and closes it after the test. */
export const connectMcp = async (
  {
    url,
    key,
    fetch,
  }: { readonly url: string; readonly key: string; readonly fetch?: typeof globalThis.fetch },
  revision: Revision,
  options: ClientOptions = {},
): Promise<Client> => {
  const client = new Client(
    { name: 'test', version: '1' },
    { ...options, ...(revision === '2026-07-28' && { versionNegotiation: { mode: { pin: revision } } }) },
  );
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
      requestInit: { headers: { authorization: `Bearer ${key}` } },
      ...(fetch && { fetch }),
    }),
  );
  onTestFinished(async () => client.close());
  return client;
};

/** Returns the text of a result, which is JSON. */
export const textOf = ({ content }: CallToolResult): Record<string, unknown> => {
  const [first] = content;
  if (first?.type !== 'text') throw new Error('the result has no text');
  return JSON.parse(first.text) as Record<string, unknown>;
};
