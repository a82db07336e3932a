import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import type { Message } from '../../../src/model/messages.ts';
import { createModelClient } from '../../../src/model/providers/model-client.ts';
import { modelSettings, modelShape } from '../../../src/model/settings.ts';
import { anthropic } from '../../model-provider/anthropic.ts';
import { whole } from '../../model-provider/replies.ts';
import { startFakeProvider } from '../../model-provider/server.ts';

const PNG = new Uint8Array([137, 80, 78, 71]);

const looked = (id: string, ref: string): readonly Message[] => [
  { role: 'assistant', text: '', calls: [{ id, tool: 'computer', arguments: { action: 'screenshot' } }] },
  {
    role: 'tool',
    call_id: id,
    tool: 'computer',
    parts: [
      { type: 'text', text: 'Done.' },
      { type: 'image', ref, media_type: 'image/png' },
    ],
    is_error: false,
  },
];

it('a request to Anthropic puts a call’s picture in its result and marks the prefix that the next turn repeats', async () => {
  const provider = await startFakeProvider(anthropic, () => whole(anthropic, { text: 'Seen.' }));
  onTestFinished(provider.close);
  const config = z.object(modelShape).parse({
    MODEL_PROVIDER: 'anthropic',
    MODEL_PROVIDER_API_KEY: 'sk-made-up',
    MODEL_PROVIDER_BASE_URL: provider.baseUrl,
    MODEL_NAME: 'fake-model',
  });
  const messages: readonly Message[] = [
    { role: 'system', text: 'Be useful.' },
    { role: 'user', parts: [{ type: 'text', text: 'Look twice.' }] },
    ...looked('c1', 'old'),
    ...looked('c2', 'new'),
  ];
  await createModelClient(modelSettings(config)!).ask(
    { messages, tools: [], images: new Map([['new', PNG]]) },
    { signal: new AbortController().signal, onText: () => undefined },
  );
  const cached = { cache_control: { type: 'ephemeral' } };
  const sent = JSON.parse(provider.asked[0]!.raw) as { system: object; messages: object };
  expect(sent.system).toMatchObject([{ text: 'Be useful.', ...cached }]);
  expect(sent.messages).toMatchObject([
    { role: 'user' },
    { role: 'assistant' },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1' }] },
    { role: 'assistant', content: [{ type: 'tool_use', id: 'c2', ...cached }] },
    {
      role: 'user',
      content: [
        {
          type: 'tool_result',
          tool_use_id: 'c2',
          content: [
            { type: 'text', text: 'Done.' },
            { type: 'image', source: { type: 'base64', data: Buffer.from(PNG).toString('base64') } },
          ],
        },
      ],
    },
  ]);
  expect(JSON.stringify(sent).match(/cache_control/g)).toHaveLength(2);
});
