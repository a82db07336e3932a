import type { LanguageModelV4FunctionTool, LanguageModelV4ProviderTool } from '@ai-sdk/provider';
import type { TurnRequest } from '../../client.ts';
import type { Part, ProviderItem } from '../../messages.ts';
import { dataUrl, GONE, textOf } from '../wire/pictures.ts';
import { type Origin, ownItems, wireIdsOf } from '../wire/own-items.ts';
import { BLANK_SCREEN } from './blank.ts';
import { isOpenThought } from './reply.ts';
import type { ToolMessage, AssistantMessage } from './turn-items.ts';

/** The part of a `/responses` request that depends on the conversation. */
export interface ResponsesPrompt {
  readonly instructions: string;
  readonly input: readonly ProviderItem[];
}

/**
 * Converts the whole conversation into input items for every request. The model's turns are sent back as the items in which they
 * arrived, with their reasoning.
 */
export const responsesPrompt = (
  { messages, images }: Pick<TurnRequest, 'messages' | 'images'>,
  origin: Origin,
): ResponsesPrompt => {
  const answers = new Map(
    messages.flatMap((message) => (message.role === 'tool' ? [[message.call_id, message] as const] : [])),
  );
  const ids = wireIdsOf(messages, origin);
  const instructions: string[] = [];
  const input: ProviderItem[] = [];
  const screen = new Screen(images);
  for (const message of messages) {
    if (message.role === 'system') instructions.push(message.text);
    else if (message.role === 'user')
      input.push({ role: 'user', content: message.parts.map((part) => contentOf(part, images)) });
    else if (message.role === 'assistant') {
      input.push(...turnItems(message, { items: sendable(message, origin, ids), answers, screen }));
    }
  }
  return { instructions: instructions.join('\n\n'), input };
};

/** The last screen that was shown. A call without an effect leaves it unchanged. */
class Screen {
  readonly #images: TurnRequest['images'];
  #last: Uint8Array | undefined;

  constructor(images: TurnRequest['images']) {
    this.#images = images;
  }

  /** Returns the screen after a tool's result; a blank one if its picture is no longer sent. */
  after({ parts }: ToolMessage): string {
    const picture = parts.find((part) => part.type === 'image');
    if (picture !== undefined) this.#last = this.#images.get(picture.ref);
    return this.#last === undefined ? BLANK_SCREEN : dataUrl('image/png', this.#last);
  }
}

/** Returns the items for a model's turn and for its calls' results. */
const turnItems = (
  { calls }: AssistantMessage,
  {
    items: written,
    answers,
    screen,
  }: {
    readonly items: readonly ProviderItem[];
    readonly answers: ReadonlyMap<string, ToolMessage>;
    readonly screen: Screen;
  },
): readonly ProviderItem[] => {
  const made = written.filter(isCall);
  const answered = made.flatMap((item, at) => {
    const answer = answers.get(calls[at]?.id ?? '');
    return answer === undefined ? [] : [{ item, answer }];
  });
  // A check that nobody has acknowledged cannot be sent back, because the provider would refuse the whole conversation.
  if (answered.some(({ item, answer }) => checksOf(item).length > 0 && answer.acknowledged !== true)) {
    return answered.map(({ answer }) => words('user', `Your call was not made. ${textOf(answer.parts)}`));
  }
  const unanswered = made.filter((item) => !answered.some((one) => one.item === item));
  return [
    ...written.filter((item) => !unanswered.includes(item)),
    ...answered.flatMap(({ item, answer }) => resultItems(item, answer, screen)),
  ];
};

const isCall = ({ type }: ProviderItem): boolean => type === 'computer_call' || type === 'function_call';

const checksOf = (item: ProviderItem): readonly unknown[] => {
  const checks = item['pending_safety_checks'];
  return Array.isArray(checks) ? checks : [];
};

/**
 * Returns a turn's items as received. Reasoning that is not encrypted is left out, together with the ids that refer to it,
 * because the provider has stored neither.
 */
const sendable = (
  message: AssistantMessage,
  origin: Origin,
  ids: ReadonlyMap<string, string>,
): readonly ProviderItem[] => {
  const items = ownItems(message, origin);
  if (items === undefined) return writtenItems(message, ids);
  if (!items.some(isOpenThought)) return items;
  return items
    .filter((item) => !isOpenThought(item))
    .map((item) => Object.fromEntries(Object.entries(item).filter(([name]) => name !== 'id')));
};

/** Builds the items for a turn that came from another model or over another protocol. */
const writtenItems = (
  { text, calls }: AssistantMessage,
  ids: ReadonlyMap<string, string>,
): readonly ProviderItem[] => [
  ...(text === '' ? [] : [words('assistant', text)]),
  ...calls.map(({ id, tool, arguments: given }) => ({
    type: 'function_call',
    call_id: ids.get(id) ?? id,
    name: tool,
    arguments: JSON.stringify(given),
  })),
];

const resultItems = (item: ProviderItem, answer: ToolMessage, screen: Screen): readonly ProviderItem[] => {
  const call_id = item['call_id'];
  const text = textOf(answer.parts);
  const picture = screen.after(answer);
  if (item['type'] !== 'computer_call') {
    const shown = answer.parts.some((part) => part.type === 'image');
    const image = { type: 'input_image', image_url: picture, detail: 'auto' };
    const output = shown ? [{ type: 'input_text', text }, image] : text;
    return [{ type: 'function_call_output', call_id, output }];
  }
  const checks = checksOf(item);
  return [
    {
      type: 'computer_call_output',
      call_id,
      output: { type: 'computer_screenshot', image_url: picture },
      ...(checks.length > 0 && { acknowledged_safety_checks: checks }),
    },
    // A result of this tool can only be a picture, so its text follows in a separate message.
    ...(answer.is_error || text !== 'Done.' ? [words('user', text)] : []),
  ];
};

const words = (role: 'user' | 'assistant', text: string): ProviderItem => ({
  role,
  content: [{ type: role === 'user' ? 'input_text' : 'output_text', text }],
});

const contentOf = (part: Part, images: TurnRequest['images']): object => {
  if (part.type === 'text') return { type: 'input_text', text: part.text };
  const data = images.get(part.ref);
  if (data === undefined) return { type: 'input_text', text: GONE };
  return { type: 'input_image', image_url: dataUrl(part.media_type, data), detail: 'auto' };
};

/** Converts tools into this API's format, in which the provider's own tools have a type and no name. */
export const responsesTools = (
  tools: readonly (LanguageModelV4FunctionTool | LanguageModelV4ProviderTool)[],
): readonly object[] =>
  tools.map((tool) =>
    tool.type === 'provider'
      ? { type: tool.id.split('.')[1], ...tool.args }
      : {
          type: 'function',
          name: tool.name,
          description: tool.description,
          parameters: tool.inputSchema,
          // Strict schemas cannot have optional members, so we reject non-matching calls ourselves.
          strict: false,
        },
  );
