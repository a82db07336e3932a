import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { z } from 'zod';
import { ModelError } from '../../errors.ts';
import type { ProviderItem } from '../../messages.ts';
import { chunkIn, failureIn } from '../wire/chunks.ts';
import { serverSentEvents } from '../wire/server-sent.ts';
import { NOT_COUNTED, usageIn } from '../wire/usage.ts';

/** A stream event. Only the members used here are read; unknown events are ignored. */
const eventSchema = z.looseObject({ type: z.string() });
type Event = z.output<typeof eventSchema>;

/** The provider's response, sent at the start and at the end of a stream. */
const responseSchema = z.looseObject({
  model: z.string().optional(),
  error: z.looseObject({}).nullish(),
  incomplete_details: z.looseObject({ reason: z.string().optional() }).nullish(),
  output: z.array(z.looseObject({ type: z.string() })).optional(),
  usage: z.unknown().optional(),
});
type ResponseObject = z.output<typeof responseSchema>;

const itemSchema = z.looseObject({ type: z.string() });

/** Events whose `delta` shows that the model is making progress. */
const DELTAS: ReadonlySet<string> = new Set([
  'response.output_text.delta',
  'response.refusal.delta',
  'response.function_call_arguments.delta',
  'response.reasoning_text.delta',
  'response.reasoning_summary_text.delta',
]);

/**
 * Converts `/responses` events into the stream parts that turns are read from (src/model/turn.ts). Passes a call on only when its
 * item is done. If an item is still unfinished when the response reports that it is complete, the turn fails.
 * @param onThought called if the model sent reasoning without the encrypted form in which it can be sent back
 * @throws ModelError; yields the provider's error details as a part
 */
export async function* responsesParts(
  body: AsyncIterable<Uint8Array>,
  onThought: () => void,
): AsyncGenerator<LanguageModelV4StreamPart> {
  const reply = new Reply();
  for await (const { name, data } of serverSentEvents(body)) {
    if (data.trim() === '' || data.trim() === '[DONE]') continue;
    const chunk = chunkIn(data);
    // Skips lines that a proxy added, and events that are not known here.
    const parsed = eventSchema.safeParse({ type: name, ...chunk });
    const failure = failureIn(chunk);
    if (!parsed.success || (failure !== undefined && parsed.data.type !== 'error')) {
      if (failure !== undefined) yield { type: 'error', error: failure };
      continue;
    }
    const event = parsed.data;
    if (event.type === 'error') yield { type: 'error', error: event['error'] ?? event };
    else if (event.type === 'response.created') yield* metadata(answerOf(event));
    else if (event.type === 'response.failed') yield { type: 'error', error: answerOf(event).error ?? {} };
    else if (event.type === 'response.output_item.added') reply.began(event);
    else if (event.type === 'response.output_item.done') reply.done(event);
    else if (DELTAS.has(event.type)) yield deltaOf(event, reply);
    else if (event.type === 'response.completed' || event.type === 'response.incomplete') {
      const parts = [...reply.end(event.type === 'response.completed', answerOf(event))];
      if (reply.hasOpenThought) onThought();
      yield* parts;
    }
  }
}

const answerOf = (event: Event): ResponseObject => {
  const parsed = responseSchema.safeParse(event['response']);
  if (!parsed.success) throw new ModelError('model_protocol');
  return parsed.data;
};

function* metadata({ model }: ResponseObject): Generator<LanguageModelV4StreamPart> {
  if (model !== undefined) yield { type: 'response-metadata', modelId: model };
}

const deltaOf = (event: Event, reply: Reply): LanguageModelV4StreamPart => {
  const delta = typeof event['delta'] === 'string' ? event['delta'] : '';
  if (event.type === 'response.refusal.delta') reply.refused = true;
  const isText = event.type === 'response.output_text.delta' || event.type === 'response.refusal.delta';
  reply.heard ||= isText;
  return { type: isText ? 'text-delta' : 'reasoning-delta', id: 'r', delta };
};

/** One reply's items by position. */
class Reply {
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
