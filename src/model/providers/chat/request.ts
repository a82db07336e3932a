import { answerFormat } from '../../capabilities/answer-format.ts';
import { maxTokensOf, type TurnRequest } from '../../client.ts';
import type { Message, Part, ProviderItem } from '../../messages.ts';
import { toolsOf } from '../wire/tools.ts';
import type { ModelSettings } from '../../settings.ts';
import { dataUrl, GONE, textOf } from '../wire/pictures.ts';
import { REASONING_TEXTS } from './reasoning.ts';
import { type Origin, ownItems, wireIdsOf } from '../wire/own-items.ts';

/** Returns the body of one request, in the form that most servers accept (src/model/capabilities/chat.ts adapts it to others). */
export const chatBody = (
  settings: Pick<ModelSettings, 'name' | 'temperature' | 'maxOutputTokens'>,
  request: TurnRequest,
  origin: Origin,
): Readonly<Record<string, unknown>> => {
  const tools = toolsOf(request.tools, 'openai').flatMap((tool) =>
    tool.type === 'provider'
      ? []
      : [
          {
            type: 'function',
            function: { name: tool.name, description: tool.description, parameters: tool.inputSchema },
          },
        ],
  );
  return {
    model: settings.name,
    max_tokens: maxTokensOf(settings, request),
    ...(settings.temperature !== undefined && { temperature: settings.temperature }),
    messages: chatMessages(request, origin),
    ...(tools.length > 0 && { tools, tool_choice: 'auto' }),
    ...answerFormat('openai', request.answerSchema),
    stream: true,
    stream_options: { include_usage: true },
  };
};

/** Converts a conversation. A turn that the same model wrote over the same protocol is sent back unchanged. */
const chatMessages = (
  { messages, images }: Pick<TurnRequest, 'messages' | 'images'>,
  origin: Origin,
): readonly object[] => {
  const ids = wireIdsOf(messages, origin);
  const answered = new Set(messages.flatMap((message) => (message.role === 'tool' ? [message.call_id] : [])));
  // Servers want the text of a model's thinking back once it has called a tool, and some refuse it before that.
  const reasons = messages.some((message) => message.role === 'assistant' && message.calls.length > 0);
  const sent: object[] = [];
  let pictures: object[] = [];
  const showPictures = (): void => {
    if (pictures.length > 0) sent.push({ role: 'user', content: pictures });
    pictures = [];
  };
  for (const message of messages) {
    if (message.role === 'tool') {
      const id = ids.get(message.call_id) ?? message.call_id;
      sent.push({ role: 'tool', tool_call_id: id, content: resultText(message.parts) });
      // Results cannot have pictures in this protocol, so the pictures follow in a user message.
      const shown = message.parts.flatMap((part) => (part.type === 'image' ? [contentOf(part, images)] : []));
      if (shown.length > 0)
        pictures.push({ type: 'text', text: `Pictures of the result of ${id}:` }, ...shown);
      continue;
    }
    showPictures();
    if (message.role === 'system') sent.push({ role: 'system', content: message.text });
    else if (message.role === 'user')
      sent.push({ role: 'user', content: userContent(message.parts, images) });
    else {
      const own = ownItems(message, origin)?.[0];
      const item = own === undefined ? writtenItem(message) : reasons ? own : withoutReasoning(own);
      sent.push(...turnMessage(item, message, { ids, answered }));
    }
  }
  showPictures();
  return sent;
};

const withoutReasoning = (item: ProviderItem): ProviderItem =>
  Object.fromEntries(Object.entries(item).filter(([name]) => !REASONING_TEXTS.some((text) => text === name)));

type AssistantMessage = Extract<Message, { role: 'assistant' }>;

/** Builds the message for a turn that came from another model. */
const writtenItem = ({ text, calls }: AssistantMessage): ProviderItem => ({
  role: 'assistant',
  content: text === '' ? null : text,
  ...(calls.length > 0 && {
    tool_calls: calls.map(({ tool, arguments: given }) => ({
      type: 'function',
      function: { name: tool, arguments: JSON.stringify(given) },
    })),
  }),
});

/** Returns a turn's message with only the calls that were answered, or nothing if that leaves it empty. */
const turnMessage = (
  item: ProviderItem,
  { calls }: AssistantMessage,
  {
    ids,
    answered,
  }: {
    readonly ids: ReadonlyMap<string, string>;
    readonly answered: ReadonlySet<string>;
  },
): readonly object[] => {
  const { tool_calls: made, content, ...more } = item;
  const kept = (Array.isArray(made) ? (made as readonly ProviderItem[]) : []).flatMap((call, at) => {
    const id = calls[at]?.id ?? '';
    return answered.has(id) ? [{ ...call, id: ids.get(id) ?? id }] : [];
  });
  const isEmpty = content === null || content === undefined || content === '';
  if (isEmpty && kept.length === 0) return [];
  return [{ ...more, content: isEmpty ? null : content, ...(kept.length > 0 && { tool_calls: kept }) }];
};

const resultText = (parts: readonly Part[]): string =>
  parts.map((part) => (part.type === 'text' ? part.text : '[a picture, shown below]')).join('\n');

/** Returns text without pictures as a string, because some models' templates cannot read a list. */
const userContent = (parts: readonly Part[], images: TurnRequest['images']): unknown =>
  parts.every(({ type }) => type === 'text') ? textOf(parts) : parts.map((part) => contentOf(part, images));

const contentOf = (part: Part, images: TurnRequest['images']): object => {
  if (part.type === 'text') return { type: 'text', text: part.text };
  const data = images.get(part.ref);
  if (data === undefined) return { type: 'text', text: GONE };
  return { type: 'image_url', image_url: { url: dataUrl(part.media_type, data) } };
};
