import type { TurnRequest } from '../../client.ts';
import type { Message, ProviderItem, Part } from '../../messages.ts';
import { textOf, GONE } from '../wire/pictures.ts';

export type AssistantMessage = Extract<Message, { role: 'assistant' }>;
type ToolMessage = Extract<Message, { role: 'tool' }>;
/** Returns a turn's blocks without the calls that have no result, which the provider would refuse. */
export const turnOf = (
  { calls }: AssistantMessage,
  items: readonly ProviderItem[],
  { ids, answered }: { readonly ids: ReadonlyMap<string, string>; readonly answered: ReadonlySet<string> },
): readonly ProviderItem[] => {
  let nth = 0;
  return items.flatMap((item) => {
    if (item['type'] !== 'tool_use') return [item];
    const id = calls[nth]?.id ?? '';
    nth += 1;
    return answered.has(id) ? [{ ...item, id: ids.get(id) ?? id }] : [];
  });
};

/** Builds the blocks for a turn that came from another model or over another protocol. */
export const writtenItems = (
  { text, calls }: AssistantMessage,
  tools: TurnRequest['tools'],
): readonly ProviderItem[] => {
  const sets = new Set(tools.flatMap(({ name, native }) => (native?.id.includes('toolset') ? [name] : [])));
  return [
    ...(text.trim() === '' ? [] : [{ type: 'text', text }]),
    ...calls.map(({ tool, arguments: input }) =>
      sets.has(tool)
        ? { type: 'tool_use', name: input['action'], toolset_name: tool, input }
        : { type: 'tool_use', name: tool, input },
    ),
  ];
};

/**
 * Returns a result with its pictures. The provider refuses pictures in results that are marked as errors, so in that case only
 * the result's text says that it is an error.
 */
export const resultOf = (
  { call_id, parts, is_error }: ToolMessage,
  ids: ReadonlyMap<string, string>,
  images: TurnRequest['images'],
): ProviderItem => {
  const shown = parts.map((part) => contentOf(part, images));
  const hasPicture = shown.some(({ type }) => type === 'image');
  return {
    type: 'tool_result',
    tool_use_id: ids.get(call_id) ?? call_id,
    content: hasPicture ? shown : textOf(parts.map((part) => withoutPicture(part))),
    ...(is_error && !hasPicture && { is_error: true }),
  };
};

const withoutPicture = (part: Part): Part => (part.type === 'text' ? part : { type: 'text', text: GONE });

/** Writes a part of a message as the provider expects it. */
export const contentOf = (part: Part, images: TurnRequest['images']): ProviderItem => {
  const data = part.type === 'image' ? images.get(part.ref) : undefined;
  if (part.type === 'text' || data === undefined) {
    return { type: 'text', text: part.type === 'text' ? part.text : GONE };
  }
  const source = { type: 'base64', media_type: part.media_type, data: Buffer.from(data).toString('base64') };
  return { type: 'image', source };
};
