import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import type { AgentDefinition } from '../../../src/model/agents.ts';
import { judgeTurn } from '../../../src/model/judge.ts';
import type { Message } from '../../../src/model/messages.ts';
import { createModelClient } from '../../../src/model/providers/model-client.ts';
import { modelSettings, modelShape } from '../../../src/model/settings.ts';
import { playWire, recordedWires, sentBack, WIRE_OF } from '../../helpers/wires.ts';
import { startFakeProvider } from '../../model-provider/server.ts';

const agent: AgentDefinition = {
  name: 'coder',
  tools: [{ name: 'run_python', description: 'Runs Python.', input: z.strictObject({ code: z.string() }) }],
  governance: 'none',
  endsBy: 'answer',
  codeTool: 'run_python',
};

describe('A recorded wire', () => {
  it.each(recordedWires().map((wire) => [wire.name, wire] as const))(
    '%s goes from a call through its result to an answer',
    async (_, wire) => {
      const fake = await startFakeProvider(WIRE_OF[wire.protocol], (asked) => playWire(wire, asked));
      onTestFinished(fake.close);
      const config = z.object(modelShape).parse({
        MODEL_PROVIDER: wire.protocol,
        MODEL_PROVIDER_API_KEY: 'sk-made-up',
        MODEL_PROVIDER_BASE_URL: fake.baseUrl,
        MODEL_NAME: 'm',
      });
      const client = createModelClient(modelSettings(config)!);
      let heard = '';
      const ask = async (messages: readonly Message[]) =>
        client.ask(
          { messages, tools: agent.tools, images: new Map() },
          {
            signal: new AbortController().signal,
            onText: (text) => {
              heard += text;
            },
          },
        );
      const asked: readonly Message[] = [
        { role: 'system', text: 'Be useful.' },
        { role: 'user', parts: [{ type: 'text', text: 'Add 2 and 3.' }] },
      ];
      const first = await ask(asked);
      const { kind, calls } = judgeTurn(first, agent);
      expect({ kind, calls }).toMatchObject({
        kind: 'calls',
        calls: [{ tool: 'run_python', arguments: { code: 'print(2+3)' } }],
      });
      const { text, items, from } = first;
      const second = await ask([
        ...asked,
        // A stored turn goes through JSON.
        JSON.parse(JSON.stringify({ role: 'assistant', text, calls, items, from })) as Message,
        {
          role: 'tool',
          call_id: calls[0]!.id,
          tool: 'run_python',
          parts: [{ type: 'text', text: '5' }],
          is_error: false,
        },
      ]);
      expect(sentBack(fake.asked[1]!)).toMatchObject(wire.back);
      expect(judgeTurn(second, agent).kind).toBe('answer');
      expect(second.text.trim()).toBe('The sum is 5.');
      expect(first.input_tokens).toBeGreaterThan(0);
      // Neither thinking nor a signature is shown.
      expect(heard).not.toMatch(/add them|five|RXRt|sealed/i);
    },
  );
});
