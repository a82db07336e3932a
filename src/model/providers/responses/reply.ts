import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { ModelError } from '../../errors.ts';
import type { ProviderItem } from '../../messages.ts';
import { usageIn, NOT_COUNTED } from '../wire/usage.ts';
import { type Event, itemSchema, type ResponseObject } from './response-schema.ts';

/** One reply's items by position. */
export class Reply {
  refused = false;
  /** Whether text arrived while the reply was being written. */
  heard = false;
  readonly #items = new Map<number, ProviderItem | undefined>();

  began(event: Event): void {
    this.#items.set(placeOf(event), undefined);
  }

  done(event: Event): void {
    const item = itemSchema.safeParse(event['item']);
    if (!item.success) throw new ModelError('model_protocol');
    this.#items.set(placeOf(event), item.data);
  }

  /** Whether the reply has reasoning that cannot be sent back. */
  hasOpenThought = false;

  *end(complete: boolean, answer: ResponseObject): Generator<LanguageModelV4StreamPart> {
    const items = [...this.#items.entries()].toSorted(([a], [b]) => a - b).map(([, item]) => item);
    const whole = items.filter((item) => item !== undefined);
    if (complete && whole.length < items.length) throw new ModelError('model_interrupted');
    // Some servers send items only at the end.
    const output = items.length === 0 ? (answer.output ?? []) : whole;
    this.hasOpenThought = output.some(isOpenThought);
    if (!this.heard) yield { type: 'text-delta', id: 'r', delta: output.map(textOf).join('') };
    yield* output.filter(({ type }) => CALLS.has(type)).map(callOf);
    yield {
      type: 'finish',
      finishReason: { unified: 'other', raw: this.#reasonOf(complete, answer) },
      usage: usageIn(answer) ?? NOT_COUNTED,
      // A reply that was cut off cannot be sent back, because its last item, or one that must follow it, is incomplete.
      ...(complete && { providerMetadata: { turn: { items: output as never } } }),
    };
  }

  #reasonOf(complete: boolean, { incomplete_details: details }: ResponseObject): string {
    if (complete) return this.refused ? 'refusal' : 'stop';
    return details?.reason === 'max_output_tokens' ? 'length' : (details?.reason ?? 'unknown');
  }
}

/** Returns a message item's text; '' for any other item. */
const textOf = ({ type, content }: ProviderItem): string =>
  type === 'message' && Array.isArray(content)
    ? content
        .map((part: { readonly text?: unknown }) => (typeof part.text === 'string' ? part.text : ''))
        .join('')
    : '';

/** Returns whether an item is reasoning that the provider would have to look up, although it has stored nothing. */
export const isOpenThought = ({ type, encrypted_content: sealed }: ProviderItem): boolean =>
  type === 'reasoning' && (sealed === undefined || sealed === null || sealed === '');

const CALLS: ReadonlySet<unknown> = new Set(['function_call', 'computer_call']);
const placeOf = (event: Event): number => {
  const place = event['output_index'];
  if (typeof place !== 'number') throw new ModelError('model_protocol');
  return place;
};

const wordOf = (value: unknown): string => (typeof value === 'string' ? value : '');
/** Converts an item into a call. This API has no name for the computer tool; the item's type identifies it. */
const callOf = (item: ProviderItem): LanguageModelV4StreamPart => {
  const toolCallId = wordOf(item['call_id']);
  if (item['type'] === 'function_call') {
    const given = item['arguments'];
    return {
      type: 'tool-call',
      toolCallId,
      toolName: wordOf(item['name']),
      input: typeof given === 'string' ? given : JSON.stringify(given ?? {}),
    };
  }
  const { action, actions, pending_safety_checks: checks } = item;
  const input = JSON.stringify({
    ...(actions === undefined || actions === null ? { action } : { actions }),
    ...(Array.isArray(checks) && checks.length > 0 && { pending_safety_checks: checks }),
  });
  return { type: 'tool-call', toolCallId, toolName: 'computer', input };
};
