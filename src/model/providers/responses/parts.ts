import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { ModelError } from '../../errors.ts';
import { chunkIn, failureIn } from '../wire/chunks.ts';
import { serverSentEvents } from '../wire/server-sent.ts';
import { Reply } from './reply.ts';
import { eventSchema, type Event, type ResponseObject, responseSchema } from './response-schema.ts';

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
