import { createServer, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { createModelClient } from '../../../src/model/providers/model-client.ts';
import { modelSettings, modelShape } from '../../../src/model/settings.ts';
import { anthropic } from '../../model-provider/anthropic.ts';
import { openai } from '../../model-provider/openai.ts';
import { whole, type Wire } from '../../model-provider/replies.ts';
import { responses } from '../../model-provider/responses.ts';
import { startFakeProvider } from '../../model-provider/server.ts';

const WIRES: readonly (readonly [string, Wire, object])[] = [
  ['openai', openai, { reasoning_effort: 'low' }],
  ['anthropic', anthropic, { output_config: { effort: 'low' } }],
  ['openai-responses', responses, { reasoning: { effort: 'low' } }],
];

const tool = { name: 'look', description: 'Looks.', input: z.strictObject({}) };

/** Asks a provider once and returns the request that arrived. */
const sentBy = async (name: string, wire: Wire, env: Readonly<Record<string, string>>) => {
  const provider = await startFakeProvider(wire, () => whole(wire, { text: 'Done.' }));
  onTestFinished(provider.close);
  const config = z.object(modelShape).parse({
    MODEL_PROVIDER: name,
    MODEL_PROVIDER_API_KEY: 'sk-made-up',
    MODEL_PROVIDER_BASE_URL: provider.baseUrl,
    MODEL_NAME: 'fake-model',
    ...env,
  });
  const messages = [
    { role: 'system', text: 'Be useful.' },
    { role: 'user', parts: [{ type: 'text', text: 'Begin.' }] },
  ] as const;
  await createModelClient(modelSettings(config)!).ask(
    { messages, tools: [tool], images: new Map() },
    { signal: new AbortController().signal, onText: () => undefined },
  );
  return provider.asked[0]!;
};

/** Starts a proxy that tunnels connections, and counts them. */
const startProxy = async () => {
  const tunnels: string[] = [];
  const server = createServer();
  server.on('connect', (request: IncomingMessage, client: Socket, head: Buffer) => {
    tunnels.push(request.url ?? '');
    const [host = '', port = ''] = (request.url ?? '').split(':');
    const upstream = connect(Number(port), host, () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      upstream.write(head);
      upstream.pipe(client).pipe(upstream);
    });
    for (const socket of [upstream, client]) socket.on('error', () => socket.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, tunnels };
};

describe.each(WIRES)('A request over the %s protocol', (name, wire, effort) => {
  it('a request has the administrator’s headers and body members', async () => {
    const asked = await sentBy(name, wire, {
      MODEL_EXTRA_HEADERS: '{"x-project":"claims"}',
      MODEL_EXTRA_BODY: '{"service_tier":"flex","temperature":0.3}',
    });
    expect(asked.headers).toMatchObject({ 'x-project': 'claims' });
    expect(asked.body).toMatchObject({ service_tier: 'flex', temperature: 0.3 });
  });

  it('a request says how much to reason in the API’s own words, unless the model cannot', async () => {
    expect((await sentBy(name, wire, { MODEL_REASONING_EFFORT: 'low' })).body).toMatchObject(effort);
    const without = await sentBy(name, wire, {
      MODEL_REASONING_EFFORT: 'low',
      MODEL_CAPABILITIES: '{"reasoning_effort":false}',
    });
    expect(without.raw).not.toContain('low');
  });

  it('a request forbids several calls in a turn if the model cannot make them', async () => {
    const { raw } = await sentBy(name, wire, { MODEL_CAPABILITIES: '{"parallel_calls":false}' });
    expect(raw).toMatch(/"parallel_tool_calls":false|"disable_parallel_tool_use":true/);
  });

  it('a request goes through the proxy', async () => {
    const proxy = await startProxy();
    const asked = await sentBy(name, wire, { MODEL_PROXY: proxy.url });
    expect(asked.n).toBe(1);
    expect(proxy.tunnels).toHaveLength(1);
  });
});

it('the instructions are marked for a router that passes cache marks on', async () => {
  const { body } = await sentBy('openai', openai, { MODEL_CAPABILITIES: '{"prompt_caching":"marks"}' });
  expect(body.messages[0]).toMatchObject({
    role: 'system',
    content: [{ type: 'text', text: 'Be useful.', cache_control: { type: 'ephemeral' } }],
  });
});
