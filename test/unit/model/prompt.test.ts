import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Message } from '../../../src/model/messages.ts';
import { promptOf, toolsOf } from '../../../src/model/prompt.ts';

const PNG = new Uint8Array([137, 80, 78, 71]);

const screen = (ref: string) => ({ type: 'image', ref, media_type: 'image/png' }) as const;

const conversation: readonly Message[] = [
  { role: 'system', text: 'Be useful.' },
  { role: 'user', parts: [{ type: 'text', text: 'Begin.' }] },
  {
    role: 'assistant',
    text: '',
    calls: [
      { id: 'c1', tool: 'screenshot', arguments: {} },
      { id: 'c2', tool: 'screenshot', arguments: {} },
    ],
  },
  { role: 'tool', call_id: 'c1', tool: 'screenshot', parts: [screen('old')], is_error: false },
  {
    role: 'tool',
    call_id: 'c2',
    tool: 'screenshot',
    parts: [{ type: 'text', text: 'Done.' }, screen('new')],
    is_error: true,
  },
];

/** Returns the positions of the messages that carry a cache mark. */
const marked = (images: ReadonlyMap<string, Uint8Array>, provider: 'openai' | 'anthropic') =>
  promptOf({ messages: conversation, tools: [], images }, provider).flatMap(({ providerOptions }, at) =>
    providerOptions === undefined ? [] : [at],
  );

describe('A conversation for a provider', () => {
  const prompt = promptOf({ messages: conversation, tools: [], images: new Map([['new', PNG]]) }, 'openai');

  it('the prompt puts the results of one turn in one message and their pictures after it', () => {
    expect(prompt.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool', 'user']);
    const results = prompt[3]!.content as unknown as readonly { toolCallId: string; output: object }[];
    expect(results.map(({ toolCallId }) => toolCallId)).toEqual(['c1', 'c2']);
    expect(results[1]!.output).toEqual({ type: 'error-text', value: 'Done.\n[a picture, shown below]' });
  });

  it('the prompt includes the given pictures and notes where an earlier one is no longer shown', () => {
    expect(prompt[4]!.content).toEqual([
      { type: 'text', text: 'Pictures of the result of c1:' },
      { type: 'text', text: '[an earlier picture, no longer shown]' },
      { type: 'text', text: 'Pictures of the result of c2:' },
      { type: 'file', mediaType: 'image/png', data: { type: 'data', data: PNG } },
    ]);
  });

  it('the Anthropic prompt puts pictures in the results and marks only picture-free results as errors', () => {
    const images = new Map([['new', PNG]]);
    const own = promptOf({ messages: conversation, tools: [], images }, 'anthropic');
    expect(own.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool']);
    const results = own[3]!.content as unknown as readonly { output: object }[];
    expect(results.map(({ output }) => output)).toEqual([
      { type: 'text', value: '[an earlier picture, no longer shown]' },
      {
        type: 'content',
        value: [
          { type: 'text', text: 'Done.' },
          { type: 'file', mediaType: 'image/png', data: { type: 'data', data: PNG } },
        ],
      },
    ]);
    const failed: Message = { ...conversation[3]!, is_error: true } as Message;
    const [, , , error] = promptOf(
      { messages: [...conversation.slice(0, 3), failed], tools: [], images },
      'anthropic',
    );
    expect((error!.content as unknown as readonly { output: object }[])[0]!.output).toMatchObject({
      type: 'error-text',
    });
  });

  it('the Anthropic prompt marks the prefix that the next turn repeats, and other prompts mark nothing', () => {
    expect(marked(new Map(), 'anthropic')).toEqual([0, 3]);
    expect(marked(new Map([['new', PNG]]), 'anthropic')).toEqual([0, 2]);
    expect(marked(new Map([['new', PNG]]), 'openai')).toEqual([]);
  });

  it('the prompt describes tools by a schema of their arguments', () => {
    const tool = { name: 't', description: 'd', input: z.strictObject({ code: z.string().min(1) }) };
    const [told] = toolsOf([tool], 'openai');
    expect(told).toEqual({
      type: 'function',
      name: 't',
      description: 'd',
      inputSchema: {
        type: 'object',
        properties: { code: { type: 'string', minLength: 1 } },
        required: ['code'],
        additionalProperties: false,
      },
    });
    expect(toolsOf([tool], 'openai')[0]).toBe(told);
  });
});
