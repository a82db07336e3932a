import { type Json, listOf, withoutPictures } from './body.ts';
import type { Capabilities } from './capabilities.ts';

/** Adapts the body of a `/chat/completions` request to what its server accepts. */
export const chatBody = (body: Json, has: Capabilities): Json => {
  const { max_tokens, max_completion_tokens, stream_options, messages, ...rest } = body;
  const limit = max_completion_tokens ?? max_tokens;
  const asked = Array.isArray(rest['tools']) && rest['tools'].length > 0;
  return {
    ...rest,
    messages: messagesFor(listOf(messages), has),
    ...(limit !== undefined && has.token_parameter !== null && { [has.token_parameter]: limit }),
    ...(has.usage_option && stream_options !== undefined && { stream_options }),
    ...(!has.parallel_calls && asked && { parallel_tool_calls: false }),
  };
};

const messagesFor = (messages: readonly Json[], has: Capabilities): readonly Json[] => {
  const marked = has.prompt_caching === 'marks' ? messages.map(withMark) : messages;
  const named = marked.map((message) => contentFor(roleFor(message, has), has));
  const seen = has.images ? named : (withoutPictures(named, 'text') as readonly Json[]);
  return has.consecutive_messages && has.system_role !== 'user' ? seen : joined(seen);
};

const roleFor = (message: Json, { system_role: role }: Capabilities): Json =>
  message['role'] === 'system' && role !== 'system' ? { ...message, role } : message;

const contentFor = (message: Json, { empty_content }: Capabilities): Json => {
  if (message['role'] !== 'assistant' || empty_content === 'null') return message;
  const { content, ...rest } = message;
  if (content !== null && content !== undefined && content !== '') return message;
  return empty_content === 'empty' ? { ...rest, content: '' } : rest;
};

/** Routers pass these marks on to providers that cache only what is marked. The instructions and tools never change. */
const withMark = (message: Json): Json =>
  message['role'] === 'system' && typeof message['content'] === 'string'
    ? {
        ...message,
        content: [{ type: 'text', text: message['content'], cache_control: { type: 'ephemeral' } }],
      }
    : message;

/** Joins consecutive user messages. */
const joined = (messages: readonly Json[]): readonly Json[] => {
  const all: Json[] = [];
  for (const message of messages) {
    const last = all.at(-1);
    if (last === undefined || last['role'] !== 'user' || message['role'] !== 'user') all.push(message);
    else all[all.length - 1] = { ...last, content: joinedContent(last['content'], message['content']) };
  }
  return all;
};

const joinedContent = (first: unknown, second: unknown): unknown =>
  typeof first === 'string' && typeof second === 'string'
    ? `${first}\n\n${second}`
    : [...partsOf(first), ...partsOf(second)];

const partsOf = (content: unknown): readonly unknown[] =>
  Array.isArray(content) ? content : [{ type: 'text', text: content }];
