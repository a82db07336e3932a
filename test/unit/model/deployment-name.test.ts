import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import type { Message } from '../../../src/model/messages.ts';
import { createModelClient } from '../../../src/model/providers/model-client.ts';
import { modelSettings, modelShape } from '../../../src/model/settings.ts';
import { type Reply, stream } from '../../model-provider/replies.ts';
import { responses } from '../../model-provider/responses.ts';
import { startFakeProvider } from '../../model-provider/server.ts';

const SEALED = ',"encrypted_content":"sealed-thought"';
const tools = [
  { name: 'run_python', description: 'Runs Python.', input: z.strictObject({ code: z.string() }) },
];

/** Replies with a call. The reasoning is encrypted only if the request asks for that. */
const reply = (raw: string): Reply =>
  stream(
    responses.events({ calls: [{ tool: 'run_python', arguments: { code: 'print(5)' } }] }).map((write) => ({
      write: raw.includes('reasoning.encrypted_content') ? write : write.replaceAll(SEALED, ''),
    })),
  );

it('a reasoning model under a deployment’s name is recognised by its first reply', async () => {
  const fake = await startFakeProvider(responses, ({ raw }) => reply(raw));
  onTestFinished(fake.close);
  const config = z.object(modelShape).parse({
    MODEL_PROVIDER: 'openai-responses',
    MODEL_PROVIDER_API_KEY: 'sk-made-up',
    MODEL_PROVIDER_BASE_URL: fake.baseUrl,
    MODEL_NAME: 'our-deployment',
  });
  const client = createModelClient(modelSettings(config)!);
  const messages: Message[] = [{ role: 'user', parts: [{ type: 'text', text: 'Print 5.' }] }];
  for (let turn = 0; turn < 3; turn += 1) {
    const { text, calls, items, from } = await client.ask(
      { messages, tools, images: new Map() },
      { signal: new AbortController().signal, onText: () => undefined },
    );
    const [call] = calls.map((one) => ({ ...one, id: `call-${turn}` }));
    messages.push(
      JSON.parse(JSON.stringify({ role: 'assistant', text, calls: [call], items, from })) as Message,
      {
        role: 'tool',
        call_id: call!.id,
        tool: call!.tool,
        parts: [{ type: 'text', text: '5' }],
        is_error: false,
      },
    );
  }
  const sent = fake.asked.map(({ body }) => ({
    include: (body as { include?: unknown }).include,
    items: body.input!.map(({ type, id, encrypted_content: sealed }) => [type, id, sealed]).slice(1),
  }));
  const result = ['function_call_output', undefined, undefined];
  // The first reasoning was not stored anywhere, so it cannot be sent back, nor can the id that refers to it.
  const first = [['function_call', undefined, undefined], result];
  expect(sent).toEqual([
    { include: undefined, items: [] },
    { include: ['reasoning.encrypted_content'], items: first },
    {
      include: ['reasoning.encrypted_content'],
      items: [
        ...first,
        ['reasoning', 'rs_0', 'sealed-thought'],
        ['function_call', 'fc_0', undefined],
        result,
      ],
    },
  ]);
});
