import { InvalidResponseDataError, type LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { clip } from '../governance/text/clip.ts';
import { classifyFailure } from './classify.ts';
import { ModelError } from './errors.ts';
import type { Turn } from './client.ts';
import { finalChannel } from './leftovers.ts';
import { OpenThinking } from './reading/thinking.ts';
import { turnOf, reasonOf, storable, callOf, usageOf } from './turn-end.ts';

/** Maximum number of characters in one reply, counting text and arguments; more than any realistic output limit allows. */
const MAX_REPLY = 2_000_000;

export type Finish = Extract<LanguageModelV4StreamPart, { type: 'finish' }>;
export type RawCall = Extract<LanguageModelV4StreamPart, { type: 'tool-call' }>;

export interface TurnOptions {
  /** Model name that was requested, for replies that do not name their model. */
  readonly model: string;
  /** Prefix of the call ids. */
  readonly turn: string;
  /** Estimated number of tokens in the prompt, for providers that do not count them. */
  readonly promptTokens: number;
  /** Whether this model is known to write its thinking without an opening tag. */
  readonly thinksUnopened?: boolean;
  /** Called if it does. */
  readonly onUnopened?: () => void;
  /** Called for each part that contains something new. */
  readonly onProgress: () => void;
  readonly onText: (text: string) => void;
}

/**
 * Reads all parts of a reply. A turn is complete only if no error occurred, the provider gave exactly one known reason for ending
 * it, and the reply has content or is known to be empty. Calls are passed on only then: a call that arrived before an
 * interruption was never made.
 * @throws ModelError if the turn is not complete
 */
export const readTurn = async (
  parts: AsyncIterable<LanguageModelV4StreamPart>,
  options: TurnOptions,
): Promise<Turn> => {
  const text = new OpenThinking(options.thinksUnopened);
  const show = (shown: string): void => {
    if (shown !== '') options.onText(shown);
  };
  let size = 0;
  let begun = false;
  const broken = () => new ModelError('model_interrupted', begun ? {} : { because: 'malformed' });
  let model = options.model;
  const calls: RawCall[] = [];
  const finishes: Finish[] = [];
  for await (const part of parts) {
    if (part.type === 'error') {
      throw !begun && InvalidResponseDataError.isInstance(part.error)
        ? broken()
        : classifyFailure(part.error);
    }
    if (part.type === 'response-metadata') model = part.modelId ?? model;
    begun ||= 'delta' in part || part.type === 'tool-call';
    if ('delta' in part && part.delta !== '') {
      options.onProgress();
      size += part.delta.length;
      if (size > MAX_REPLY) throw new ModelError('model_protocol');
    }
    if (part.type === 'text-delta') show(text.add(part.delta));
    if (part.type === 'tool-call') calls.push(part);
    if (part.type === 'finish') finishes.push(part);
  }
  const [finish] = finishes;
  if (finish === undefined || finishes.length > 1) throw broken();
  show(text.end());
  if (text.closedOnly) options.onUnopened?.();
  const { items, complete = false } = turnOf(finish);
  const reason = reasonOf(finish.finishReason) ?? (complete ? 'stop' : undefined);
  if (reason === undefined) throw broken();
  const { raw = '' } = finish.finishReason;
  return {
    finish: reason,
    ...(raw !== '' && { reason: storable(clip(raw, 100)) }),
    text: (finalChannel(text.text) ?? text.text).toWellFormed(),
    calls: calls.map((call, at) =>
      callOf(call, {
        id: `${options.turn}_${at + 1}`,
        // If the reply was cut off, it is unknown how much of the last call is missing.
        cut: reason === 'length' && at === calls.length - 1,
      }),
    ),
    model: storable(clip(model, 200)),
    ...(items !== undefined && { items }),
    ...usageOf(finish, options.promptTokens, size),
  };
};
