import type { Said, Wire } from './replies.ts';

const event = (data: { readonly type: string }): string =>
  `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;

const pieces = (text: string): readonly string[] => text.match(/[\s\S]{1,12}/g) ?? [];

const block = (index: number, start: object, deltas: readonly object[]): readonly string[] => [
  event({ type: 'content_block_start', index, content_block: start } as { type: string }),
  ...deltas.map((delta) => event({ type: 'content_block_delta', index, delta } as { type: string })),
  event({ type: 'content_block_stop', index } as { type: string }),
];

const message = (said: Said): object => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: said.model ?? 'fake-model',
  content: [],
  stop_reason: null,
  stop_sequence: null,
  usage: {
    // This API counts cached tokens apart from the others.
    input_tokens: (said.usage?.input ?? 100) - (said.usage?.cached ?? 0) - (said.usage?.written ?? 0),
    ...(said.usage?.cached !== undefined && { cache_read_input_tokens: said.usage.cached }),
    ...(said.usage?.written !== undefined && { cache_creation_input_tokens: said.usage.written }),
    output_tokens: 1,
  },
});

/** The `/messages` protocol. */
export const anthropic: Wire = {
  path: '/v1/messages',
  events: (said) => {
    const calls = said.calls ?? [];
    const text = said.text ?? said.refusal ?? '';
    const blocks = [
      ...(text === ''
        ? []
        : [
            {
              start: { type: 'text', text: '' },
              deltas: pieces(text).map((part) => ({ type: 'text_delta', text: part })),
            },
          ]),
      ...calls.map(({ tool, arguments: given, id }, n) => ({
        start: { type: 'tool_use', id: id ?? `toolu_${n}`, name: tool, input: {} },
        deltas: pieces(typeof given === 'string' ? given : JSON.stringify(given)).map((part) => ({
          type: 'input_json_delta',
          partial_json: part,
        })),
      })),
    ];
    const refused = said.refusal !== undefined;
    const stop = said.finish ?? (refused ? 'refusal' : calls.length > 0 ? 'tool_use' : 'end_turn');
    return [
      event({ type: 'message_start', message: message(said) } as { type: string }),
      ...blocks.flatMap(({ start, deltas }, index) => block(index, start, deltas)),
      event({
        type: 'message_delta',
        delta: { stop_reason: stop, stop_sequence: null },
        usage: { output_tokens: said.usage?.output ?? 20 },
      } as { type: string }),
      event({ type: 'message_stop' }),
    ];
  },
  error: (error) => ({ type: 'error', error }),
};
