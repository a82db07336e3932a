import type {
  LanguageModelV4FilePart,
  LanguageModelV4FunctionTool,
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  LanguageModelV4ProviderTool,
  LanguageModelV4TextPart,
} from '@ai-sdk/provider';
import { z } from 'zod';
import type { ToolDefinition } from './agents.ts';
import type { ProviderName, TurnRequest } from './layer.ts';
import type { Message, Part } from './messages.ts';

type Content = LanguageModelV4TextPart | LanguageModelV4FilePart;

/** Messages of a run as the provider packages take them. */
export const promptOf = ({ messages, images }: TurnRequest): LanguageModelV4Prompt => {
  const prompt: LanguageModelV4Message[] = [];
  let pictures: Content[] = [];
  const showPictures = (): void => {
    // Not every wire has pictures in tool results, so they follow them as words of the user.
    if (pictures.length > 0) prompt.push({ role: 'user', content: pictures });
    pictures = [];
  };
  for (const message of messages) {
    if (message.role === 'tool') {
      addResult(prompt, message);
      pictures.push(...picturesOf(message, images));
      continue;
    }
    showPictures();
    prompt.push(plainMessage(message, images));
  }
  showPictures();
  return prompt;
};

type ToolMessage = Extract<Message, { role: 'tool' }>;

/** The results of one turn are one message. */
const addResult = (prompt: LanguageModelV4Message[], message: ToolMessage): void => {
  const text = message.parts
    .map((part) => (part.type === 'text' ? part.text : '[a picture, shown below]'))
    .join('\n');
  const result = {
    type: 'tool-result',
    toolCallId: message.call_id,
    toolName: message.tool,
    output: { type: message.is_error ? 'error-text' : 'text', value: text },
  } as const;
  const last = prompt.at(-1);
  if (last?.role === 'tool') last.content.push(result);
  else prompt.push({ role: 'tool', content: [result] });
};

const picturesOf = ({ call_id, parts }: ToolMessage, images: TurnRequest['images']): Content[] => {
  const shown = parts.flatMap((part) => (part.type === 'image' ? [contentOf(part, images)] : []));
  return shown.length === 0
    ? []
    : [{ type: 'text', text: `Pictures of the result of ${call_id}:` }, ...shown];
};

const plainMessage = (
  message: Exclude<Message, ToolMessage>,
  images: TurnRequest['images'],
): LanguageModelV4Message => {
  if (message.role === 'system') return { role: 'system', content: message.text };
  if (message.role === 'user') {
    return { role: 'user', content: message.parts.map((part) => contentOf(part, images)) };
  }
  const calls = message.calls.map(
    ({ id, tool, arguments: input }) =>
      ({ type: 'tool-call', toolCallId: id, toolName: tool, input }) as const,
  );
  const text = message.text === '' ? [] : [{ type: 'text', text: message.text } as const];
  return { role: 'assistant', content: [...text, ...calls] };
};

const contentOf = (part: Part, images: TurnRequest['images']): Content => {
  if (part.type === 'text') return { type: 'text', text: part.text };
  const data = images.get(part.ref);
  if (data === undefined) return { type: 'text', text: '[an earlier picture, no longer shown]' };
  return { type: 'file', mediaType: part.media_type, data: { type: 'data', data } };
};

/** Tools as a provider is told of them; made once for each. One of the provider's own stands in where it has it. */
export const toolsOf = (
  tools: readonly ToolDefinition[],
  provider: ProviderName,
): (LanguageModelV4FunctionTool | LanguageModelV4ProviderTool)[] =>
  tools.map((tool) => {
    if (tool.native?.provider === provider) {
      const { id, args } = tool.native;
      return { type: 'provider', id, name: tool.name, args: { ...args } };
    }
    const known = CACHE.get(tool);
    if (known !== undefined) return known;
    const { $schema: _, ...inputSchema } = z.toJSONSchema(tool.input, { target: 'draft-7' });
    const made: LanguageModelV4FunctionTool = {
      type: 'function',
      name: tool.name,
      description: tool.description,
      inputSchema: inputSchema as LanguageModelV4FunctionTool['inputSchema'],
    };
    CACHE.set(tool, made);
    return made;
  });

const CACHE = new WeakMap<ToolDefinition, LanguageModelV4FunctionTool>();
