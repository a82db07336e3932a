import { InvalidResponseDataError } from '@ai-sdk/provider';
import type { LanguageModelV4FinishReason, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { clip } from '../governance/text/clip.ts';
import { classifyFailure } from './classify.ts';
import { ModelError } from './errors.ts';
import type { Turn } from './client.ts';
import type { ToolCall } from './messages.ts';
import { readArguments } from './reading/arguments.ts';
import { finalChannel } from './leftovers.ts';
import { OpenThinking } from './reading/thinking.ts';

/** Maximum number of characters in one reply, counting text and arguments; more than any realistic output limit allows. */
const MAX_REPLY = 2_000_000;

type Finish = Extract<LanguageModelV4StreamPart, { type: 'finish' }>;
type RawCall = Extract<LanguageModelV4StreamPart, { type: 'tool-call' }>;

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

/** Reasons with which a complete reply can end, as named by the providers and by servers that follow them. */
const COMPLETE =
  /^(stop|tool_calls?|function_call|end_turn|tool_use|stop_sequence|eos(_token)?|end|complete|completed|finished|normal)$/;
const CUT = /^(length|max_tokens|model_length|max_output_tokens|max_length|token_limit)$/;
const FILTERED =
  /^(content_filter(ed)?|safety|recitation|blocklist|prohibited_content|spii|sensitive|guardrail_intervened|error_toxic)$/;
/** Reasons that report a failure of the server. The reply is then unusable, however complete it looks. */
const FAILED =
  /^(error|network_error|insufficient_system_resource|abort(ed)?|cancel(l?ed)?|timeout|malformed_function_call)$/;

/** Returns what a finish reason means; undefined if it is not known. @throws ModelError if it reports a failure */
const reasonOf = ({ unified, raw = '' }: LanguageModelV4FinishReason): Turn['finish'] | undefined => {
  const reason = raw.toLowerCase();
  if (reason === 'model_context_window_exceeded') throw new ModelError('model_context');
  if (FAILED.test(reason)) throw new ModelError('model_interrupted');
  if (FILTERED.test(reason)) return 'content_filter';
  // A refusal arrives either in its own field or as the reason itself.
  if (reason === 'refusal' || (unified === 'content-filter' && (reason === '' || COMPLETE.test(reason))))
    return 'refusal';
  if (CUT.test(reason)) return 'length';
  return COMPLETE.test(reason) ? 'stop' : undefined;
};

/** Replaces characters that the database cannot store. */
const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD');

const callOf = (
  { toolCallId, toolName, input }: RawCall,
  { id, cut }: { readonly id: string; readonly cut: boolean },
): ToolCall => {
  const call = {
    id,
    ...(toolCallId !== '' && { provider_id: toolCallId.toWellFormed() }),
    tool: storable(clip(toolName, 200)),
  };
  if (cut) {
    return {
      ...call,
      arguments: {},
      fault: 'The call was cut off at the output limit and was not made. Make it again, shorter.',
    };
  }
  const { given } = readArguments([input]);
  if (given !== undefined) return { ...call, arguments: given };
  return {
    ...call,
    arguments: {},
    fault: 'The call was not made, because its arguments are not a JSON object. Write them as one.',
  };
};

/**
 * Returns what a protocol's reader adds to the end of a reply: its items, and whether it is complete although its finish reason
 * is unknown.
 */
const turnOf = ({ providerMetadata }: Finish): Pick<Turn, 'items'> & { readonly complete?: boolean } =>
  providerMetadata?.['turn'] ?? {};

/**
 * Returns the number of tokens used. If a provider does not count them, the number is estimated from the characters, so that a
 * token limit still works.
 */
const usageOf = ({ usage }: Finish, promptTokens: number, characters: number) => ({
  input_tokens: usage.inputTokens.total ?? promptTokens,
  output_tokens: usage.outputTokens.total ?? Math.ceil(characters / 4),
  ...(usage.inputTokens.total === undefined && { estimated: true as const }),
  ...(usage.inputTokens.cacheRead !== undefined && { cached_tokens: usage.inputTokens.cacheRead }),
  ...(usage.inputTokens.cacheWrite !== undefined && { cache_write_tokens: usage.inputTokens.cacheWrite }),
});
