import type { Said, Wire } from './replies.ts';

const event = (data: object | string): string =>
  `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;

const pieces = (text: string): readonly string[] => text.match(/[\s\S]{1,12}/g) ?? [];

const chunkOf =
  (said: Said) =>
  (delta: object, finish: string | null = null) =>
    event({
      id: 'chatcmpl-1',
      object: 'chat.completion.chunk',
      created: 1,
      model: said.model ?? 'fake-model',
      choices: [{ index: 0, delta, finish_reason: finish }],
    });

/** The `/chat/completions` protocol. */
export const openai: Wire = {
  path: '/v1/chat/completions',
  events: (said) => {
    const chunk = chunkOf(said);
    const calls = said.calls ?? [];
    const usage = said.usage === undefined ? { input: 100, output: 20 } : said.usage;
    return [
      chunk({ role: 'assistant', content: '' }),
      ...pieces(said.text ?? '').map((content) => chunk({ content })),
      ...pieces(said.refusal ?? '').map((refusal) => chunk({ refusal })),
      ...calls.flatMap(({ tool, arguments: given, id }, index) => {
        const text = typeof given === 'string' ? given : JSON.stringify(given);
        return [
          chunk({
            tool_calls: [
              {
                index,
                id: id ?? `call-${index}`,
                type: 'function',
                function: { name: tool, arguments: '' },
              },
            ],
          }),
          ...pieces(text).map((part) => chunk({ tool_calls: [{ index, function: { arguments: part } }] })),
        ];
      }),
      chunk({}, said.finish ?? (calls.length > 0 ? 'tool_calls' : 'stop')),
      ...(usage === null
        ? []
        : [
            event({
              id: 'chatcmpl-1',
              object: 'chat.completion.chunk',
              created: 1,
              model: said.model ?? 'fake-model',
              choices: [],
              usage: {
                prompt_tokens: usage.input,
                completion_tokens: usage.output,
                total_tokens: usage.input + usage.output,
                ...('cached' in usage && { prompt_tokens_details: { cached_tokens: usage.cached } }),
              },
            }),
          ]),
      event('[DONE]'),
    ];
  },
  error: (error) => ({ error }),
};
