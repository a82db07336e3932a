import type {
  LanguageModelV4FilePart,
  LanguageModelV4FunctionTool,
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  LanguageModelV4ProviderTool,
  LanguageModelV4TextPart,
  LanguageModelV4ToolResultPart,
} from '@ai-sdk/provider';
import { z } from 'zod';
import type { ToolDefinition } from './agents.ts';
import type { ProviderName, TurnRequest } from './client.ts';
import type { Message, Part } from './messages.ts';

type Content = LanguageModelV4TextPart | LanguageModelV4FilePart;
type Output = LanguageModelV4ToolResultPart['output'];

/** Converts a run's messages into the form that the provider packages require. */
export const promptOf = (request: TurnRequest, provider: ProviderName): LanguageModelV4Prompt => {
  const prompt = messagesOf(request, provider);
  return provider === 'anthropic' ? withCacheMarks(prompt) : prompt;
};

const messagesOf = ({ messages, images }: TurnRequest, provider: ProviderName): LanguageModelV4Message[] => {
  const prompt: LanguageModelV4Message[] = [];
  let pictures: Content[] = [];
  const showPictures = (): void => {
    if (pictures.length > 0) prompt.push({ role: 'user', content: pictures });
    pictures = [];
  };
  for (const message of messages) {
    if (message.role === 'tool' && provider === 'anthropic') {
      addResult(prompt, message, pictureOutput(message, images));
      continue;
    }
    if (message.role === 'tool') {
      // Chat completions do not accept pictures in results, so the pictures follow in a user message.
      addResult(prompt, message, textOutput(message));
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

/** Adds a result. All results for one turn form one message. */
const addResult = (prompt: LanguageModelV4Message[], message: ToolMessage, output: Output): void => {
  const result = {
    type: 'tool-result',
    toolCallId: message.call_id,
    toolName: message.tool,
    output,
  } as const;
  const last = prompt.at(-1);
  if (last?.role === 'tool') last.content.push(result);
  else prompt.push({ role: 'tool', content: [result] });
};

const textOutput = ({ parts, is_error }: ToolMessage): Output => ({
  type: is_error ? 'error-text' : 'text',
  value: parts.map((part) => (part.type === 'text' ? part.text : '[a picture, shown below]')).join('\n'),
});

/**
 * Returns a result with its pictures. Anthropic refuses pictures in results that are marked as errors, so a failed result with
 * pictures is not marked, and only its text says that it failed.
 */
const pictureOutput = (message: ToolMessage, images: TurnRequest['images']): Output => {
  const shown = message.parts.map((part) => contentOf(part, images));
  if (shown.some(({ type }) => type === 'file')) return { type: 'content', value: shown };
  const words = shown.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  return { type: message.is_error ? 'error-text' : 'text', value: words.join('\n') };
};

const CACHED = { anthropic: { cacheControl: { type: 'ephemeral' } } } as const;

/**
 * Adds cache marks. Anthropic keeps the part of a prompt before a mark and charges a tenth of the price for reading it again. The
 * marks are on the prompts, which never change, and on the last message that the next turn will send unchanged. Every turn
 * replaces older pictures with a word, so in a conversation with pictures the last such message is the one before the first
 * picture.
 */
const withCacheMarks = (prompt: readonly LanguageModelV4Message[]): LanguageModelV4Prompt => {
  const firstPicture = prompt.findIndex(hasPicture);
  const stable = firstPicture === -1 ? prompt.length - 1 : firstPicture - 1;
  const system = prompt.findLastIndex(({ role }) => role === 'system');
  return prompt.map((message, at) =>
    at === stable || at === system ? { ...message, providerOptions: CACHED } : message,
  );
};

const hasPicture = ({ role, content }: LanguageModelV4Message): boolean =>
  role !== 'system' &&
  content.some(
    (part) =>
      part.type === 'file' ||
      (part.type === 'tool-result' &&
        part.output.type === 'content' &&
        part.output.value.some(({ type }) => type === 'file')),
  );

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

/**
 * Converts tools into a provider's format, each tool once. If the provider has its own version of a tool, that version is used.
 */
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
