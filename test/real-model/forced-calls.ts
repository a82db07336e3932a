/**
 * A model of this size writes calls as text that is not JSON. llama.cpp can force its output into a schema, so each turn is
 * forced into one JSON object: a tool call or an answer. The model itself decides which tool it calls, with which arguments, and
 * what it answers.
 */
import type { AskedBody } from '../model-provider/server.ts';

interface ToolOnWire {
  readonly function: {
    readonly name: string;
    readonly description?: string;
    readonly parameters?: { readonly properties?: object };
  };
}

/** Returns the request to llama.cpp that replaces a request with tools. */
export const forcedRequest = (
  body: AskedBody & { readonly max_tokens?: number },
  { answers, seed }: { readonly answers: boolean; readonly seed: number },
): object => {
  const tools = (body.tools ?? []) as readonly ToolOnWire[];
  return {
    temperature: seed === 1 ? 0 : 0.3,
    seed,
    max_tokens: body.max_tokens ?? 512,
    messages: plainMessages(body, tools, answers),
    response_format: {
      type: 'json_schema',
      json_schema: { name: 'turn', strict: true, schema: schemaOf(tools, answers) },
    },
  };
};

const schemaOf = (tools: readonly ToolOnWire[], answers: boolean): object => ({
  anyOf: [
    ...tools.map(({ function: tool }) => ({
      type: 'object',
      additionalProperties: false,
      required: ['tool', 'arguments'],
      properties: { tool: { const: tool.name }, arguments: tool.parameters ?? { type: 'object' } },
    })),
    ...(answers
      ? [
          {
            type: 'object',
            additionalProperties: false,
            required: ['answer'],
            properties: { answer: { type: 'string' } },
          },
        ]
      : []),
  ],
});

const textOf = (content: unknown): string => {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part: { text?: string }) => part.text ?? '').join('\n');
};

const plainMessages = (
  { messages }: AskedBody,
  tools: readonly ToolOnWire[],
  answers: boolean,
): readonly object[] => {
  const list = tools
    .map(({ function: tool }) => {
      const names = Object.keys(tool.parameters?.properties ?? {}).join(', ');
      return `- ${tool.name}(${names}): ${tool.description ?? ''}`;
    })
    .join('\n');
  const how = answers
    ? 'Reply with one JSON object: {"tool": NAME, "arguments": {...}} to call a tool, or {"answer": "..."} once its output holds what was asked.'
    : 'Reply with one JSON object: {"tool": NAME, "arguments": {...}}.';
  return messages.map((message) => {
    const text = textOf(message.content);
    if (message.role === 'system') return { role: 'system', content: `${text}\nTools:\n${list}\n${how}` };
    if (message.role === 'tool') return { role: 'user', content: `Result:\n${text}` };
    if (message.role !== 'assistant') return { role: message.role, content: text };
    const [call] = message.tool_calls ?? [];
    const said =
      call === undefined
        ? { answer: text }
        : { tool: call.function.name, arguments: JSON.parse(call.function.arguments) as object };
    return { role: 'assistant', content: JSON.stringify(said) };
  });
};
