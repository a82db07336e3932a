import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Message } from '../../../src/model/messages.ts';
import { chatBody } from '../../../src/model/providers/chat/request.ts';
import { originOf } from '../../../src/model/providers/wire/own-items.ts';
import { messagesBody } from '../../../src/model/providers/messages/request.ts';
import { toolsOf } from '../../../src/model/providers/wire/tools.ts';

const PNG = new Uint8Array([137, 80, 78, 71]);
const PNG_BASE64 = Buffer.from(PNG).toString('base64');

const screen = (ref: string) => ({ type: 'image', ref, media_type: 'image/png' }) as const;

const conversation: readonly Message[] = [
  { role: 'system', text: 'Be useful.' },
  { role: 'user', parts: [{ type: 'text', text: 'Begin.' }] },
  {
    role: 'assistant',
    text: '',
    calls: [
      { id: 'c1', tool: 'screenshot', arguments: {}, provider_id: 'given_1' },
      { id: 'c2', tool: 'screenshot', arguments: {}, provider_id: 'given_2' },
    ],
    items: [],
    from: 'openai m',
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

const settings = { name: 'm', temperature: undefined, maxOutputTokens: 100 };
const withNew = new Map([['new', PNG]]);

interface Sent {
  readonly role: string;
  readonly content: readonly Readonly<Record<string, unknown>>[];
}

const toAnthropic = (images: ReadonlyMap<string, Uint8Array>, messages = conversation) =>
  messagesBody(
    settings,
    { messages, tools: [], images },
    { origin: 'anthropic m', tools: [], written: [] },
  ) as {
    readonly system: readonly object[];
    readonly messages: readonly Sent[];
  };

describe('A conversation over the chat protocol', () => {
  const { messages } = chatBody(
    settings,
    { messages: conversation, tools: [], images: withNew },
    'openai m',
  ) as { readonly messages: readonly (Sent & { readonly tool_call_id?: string })[] };

  it('each result names the call by the id that the provider gave it', () => {
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool', 'tool', 'user']);
    expect(messages[2]).toMatchObject({ content: null, tool_calls: [{ id: 'given_1' }, { id: 'given_2' }] });
    expect(messages.slice(3, 5)).toEqual([
      { role: 'tool', tool_call_id: 'given_1', content: '[a picture, shown below]' },
      { role: 'tool', tool_call_id: 'given_2', content: 'Done.\n[a picture, shown below]' },
    ]);
  });

  it('pictures follow the results, and an earlier one is replaced by a note', () => {
    expect(messages[5]!.content).toEqual([
      { type: 'text', text: 'Pictures of the result of given_1:' },
      { type: 'text', text: '[an earlier picture, no longer shown]' },
      { type: 'text', text: 'Pictures of the result of given_2:' },
      { type: 'image_url', image_url: { url: `data:image/png;base64,${PNG_BASE64}` } },
    ]);
  });

  it('a turn by another model is sent without that model’s ids and items', () => {
    const written = chatBody(
      settings,
      { messages: conversation, tools: [], images: withNew },
      'openai another',
    ) as { readonly messages: readonly { readonly tool_calls?: readonly { readonly id: string }[] }[] };
    const ids = written.messages[2]!.tool_calls!.map(({ id }) => id);
    expect(new Set(ids).size).toBe(2);
    for (const id of ids) expect(id).toMatch(/^[a-z0-9]{9}$/);
  });

  it('a model with the same name on another server counts as another model', () => {
    const model = { provider: 'openai', name: 'm', baseUrl: undefined } as const;
    const elsewhere = { ...model, baseUrl: 'http://127.0.0.1:1/v1' };
    expect(originOf(elsewhere)).not.toBe(originOf(model));
    expect(originOf({ ...elsewhere, baseUrl: `${elsewhere.baseUrl}/` })).toBe(originOf(elsewhere));
    expect(originOf({ ...model, baseUrl: 'https://api.openai.com/v1' })).toBe(originOf(model));
  });
});

describe('A conversation over the Anthropic protocol', () => {
  it('results contain their pictures, and only a result without one is marked as an error', () => {
    const { messages } = toAnthropic(withNew);
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
    expect(messages[2]!.content).toMatchObject([
      { type: 'tool_result', content: '[an earlier picture, no longer shown]' },
      {
        type: 'tool_result',
        content: [
          { type: 'text', text: 'Done.' },
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG_BASE64 } },
        ],
      },
    ]);
    expect(messages[2]!.content.some((result) => 'is_error' in result)).toBe(false);
    const failed = { ...conversation[3]!, is_error: true } as Message;
    const { messages: other } = toAnthropic(withNew, [...conversation.slice(0, 3), failed]);
    expect(other[2]!.content).toMatchObject([{ is_error: true }]);
  });

  it('the cache marks are on the prompts and at the end of the part that the next turn repeats', () => {
    const marked = ({ system, messages }: ReturnType<typeof toAnthropic>) => [
      JSON.stringify(system).includes('cache_control'),
      ...messages.map((message) => JSON.stringify(message).includes('cache_control')),
    ];
    expect(marked(toAnthropic(new Map()))).toEqual([true, false, false, true]);
    expect(marked(toAnthropic(withNew))).toEqual([true, false, true, false]);
  });
});

describe('A tool for a provider', () => {
  it('a tool is described by a schema of its arguments, which is created only once', () => {
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
