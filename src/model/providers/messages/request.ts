import { answerFormat } from '../../capabilities/answer-format.ts';
import { maxTokensOf, type TurnRequest } from '../../client.ts';
import type { Message, ProviderItem } from '../../messages.ts';
import type { ModelSettings } from '../../settings.ts';
import { type Origin, ownItems, wireIdsOf } from '../wire/own-items.ts';
import { type AssistantMessage, writtenItems, contentOf, resultOf, turnOf } from './turn-messages.ts';

interface Sent {
  readonly role: 'user' | 'assistant';
  readonly content: ProviderItem[];
}

/** Returns the body of one request. @param written what the provider wrote before it paused, to be continued */
export const messagesBody = (
  settings: Pick<ModelSettings, 'name' | 'temperature' | 'maxOutputTokens'>,
  request: TurnRequest,
  {
    origin,
    tools,
    written,
  }: {
    readonly origin: Origin;
    readonly tools: readonly object[];
    readonly written: readonly ProviderItem[];
  },
): Readonly<Record<string, unknown>> => {
  const system = request.messages.flatMap((message) =>
    message.role === 'system' ? [{ type: 'text', text: message.text }] : [],
  );
  const messages = conversation(request, origin);
  if (written.length > 0) messages.push({ role: 'assistant', content: [...written] });
  return {
    model: settings.name,
    max_tokens: maxTokensOf(settings, request),
    ...(settings.temperature !== undefined && { temperature: settings.temperature }),
    ...(system.length > 0 && { system: withMark(system, system.length - 1) }),
    messages: withCacheMark(messages),
    ...(tools.length > 0 && { tools, tool_choice: { type: 'auto' } }),
    ...answerFormat('anthropic', request.answerSchema),
    stream: true,
  };
};

/** Converts a conversation. Joins consecutive messages from the same side, as the protocol requires. */
const conversation = ({ messages, images, tools }: TurnRequest, origin: Origin): Sent[] => {
  const ids = wireIdsOf(messages, origin);
  const answered = new Set(messages.flatMap((message) => (message.role === 'tool' ? [message.call_id] : [])));
  const itemsOf = (message: AssistantMessage): readonly ProviderItem[] =>
    ownItems(message, origin) ?? writtenItems(message, tools);
  const sets = toolSetsOf(messages, itemsOf);
  const sent: Sent[] = [];
  const add = (role: Sent['role'], content: readonly ProviderItem[]): void => {
    const last = sent.at(-1);
    if (last?.role === role) last.content.push(...content);
    else if (content.length > 0) sent.push({ role, content: [...content] });
  };
  for (const message of messages) {
    if (message.role === 'user')
      add(
        'user',
        message.parts.map((part) => contentOf(part, images)),
      );
    else if (message.role === 'tool')
      add('user', [{ ...resultOf(message, ids, images), ...sets.get(message.call_id) }]);
    else if (message.role === 'assistant')
      add('assistant', turnOf(message, itemsOf(message), { ids, answered }));
  }
  return sent;
};

/** Returns, by call id, the tool sets of the calls that belong to one. A call's result has to name the call's set. */
const toolSetsOf = (
  messages: readonly Message[],
  itemsOf: (message: AssistantMessage) => readonly ProviderItem[],
): ReadonlyMap<string, ProviderItem> => {
  const sets = new Map<string, ProviderItem>();
  for (const message of messages) {
    if (message.role !== 'assistant') continue;
    const calls = itemsOf(message).filter(({ type }) => type === 'tool_use');
    for (const [at, { toolset_name }] of calls.entries()) {
      const id = message.calls[at]?.id;
      if (toolset_name != null && id !== undefined) sets.set(id, { toolset_name });
    }
  }
  return sets;
};

const MARK = { cache_control: { type: 'ephemeral' } } as const;

const withMark = (content: readonly ProviderItem[], at: number): readonly ProviderItem[] =>
  content.map((item, n) => (n === at ? { ...item, ...MARK } : item));

/**
 * Marks the end of the part of a conversation that the next turn repeats unchanged: the provider keeps it and charges a tenth of
 * the price for reading it again. Every turn replaces older pictures with a word, so in a conversation with pictures that part
 * ends before the first one. The provider refuses marks on thinking.
 */
const withCacheMark = (messages: readonly Sent[]): readonly object[] => {
  const firstPicture = messages.findIndex(({ content }) => content.some(hasPicture));
  const stable = firstPicture === -1 ? messages.length - 1 : firstPicture - 1;
  return messages.map(({ role, content }, at) => {
    const last = content.findLastIndex(({ type }) => typeof type === 'string' && MARKABLE.has(type));
    return { role, content: at === stable ? withMark(content, last) : content };
  });
};

const MARKABLE: ReadonlySet<string> = new Set(['text', 'image', 'tool_use', 'tool_result']);

const hasPicture = ({ type, content }: ProviderItem): boolean =>
  type === 'image' || (Array.isArray(content) && content.some(hasPicture));
