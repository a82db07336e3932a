import { InvalidResponseDataError } from '@ai-sdk/provider';
import type { LanguageModelV4FinishReason, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { clip } from '../governance/text/clip.ts';
import { classifyFailure } from './classify.ts';
import { ModelError } from './errors.ts';
import type { Turn } from './client.ts';
import type { ToolCall } from './messages.ts';

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
  let text = '';
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
    if (part.type === 'text-delta') {
      text += part.delta;
      options.onText(part.delta);
    }
    if (part.type === 'tool-call') calls.push(part);
    if (part.type === 'finish') finishes.push(part);
  }
  const [finish] = finishes;
  if (finish === undefined || finishes.length > 1) throw broken();
  const reason = reasonOf(finish.finishReason);
  if (reason === undefined) throw broken();
  return {
    finish: reason,
    text,
    calls: calls.map((call, at) =>
      callOf(call, {
        id: `${options.turn}_${at + 1}`,
        // If the reply was cut off, it is unknown how much of the last call is missing.
        cut: reason === 'length' && at === calls.length - 1,
      }),
    ),
    model: clip(model, 200),
    ...itemsOf(finish),
    ...usageOf(finish, options.promptTokens, size),
  };
};

/** Reasons with which a complete reply can end, as named by both APIs and compatible servers. */
const COMPLETE = new Set([
  'stop',
  'tool_calls',
  'function_call',
  'end_turn',
  'tool_use',
  'stop_sequence',
  'eos',
]);
const CUT = new Set(['length', 'max_tokens', 'model_length']);

const reasonOf = ({ unified, raw = '' }: LanguageModelV4FinishReason): Turn['finish'] | undefined => {
  if (raw === 'model_context_window_exceeded') throw new ModelError('model_context');
  if (raw === 'content_filter') return 'content_filter';
  // A refusal arrives either in its own field or as the reason itself.
  if (raw === 'refusal' || (unified === 'content-filter' && COMPLETE.has(raw))) return 'refusal';
  if (CUT.has(raw)) return 'length';
  return COMPLETE.has(raw) ? 'stop' : undefined;
};

const callOf = (
  { toolName, input }: RawCall,
  { id, cut }: { readonly id: string; readonly cut: boolean },
): ToolCall => {
  const call = { id, tool: clip(toolName, 200) };
  if (cut) {
    return {
      ...call,
      arguments: {},
      fault: 'The call was cut off at the output limit and was not made. Make it again, shorter.',
    };
  }
  try {
    const given = JSON.parse(input === '' ? '{}' : input) as unknown;
    if (typeof given === 'object' && given !== null && !Array.isArray(given)) {
      return { ...call, arguments: given as Readonly<Record<string, unknown>> };
    }
  } catch {
    // The fault below reports this to the model, as for any other value that is not an object.
  }
  return {
    ...call,
    arguments: {},
    fault: 'The call was not made, because its arguments are not a JSON object. Write them as one.',
  };
};

const itemsOf = ({ providerMetadata }: Finish): Pick<Turn, 'items'> => {
  const items = providerMetadata?.['responses']?.['items'];
  return Array.isArray(items) ? { items } : {};
};

/**
 * Returns the number of tokens used. If a provider does not count them, the number is estimated from the characters, so that a
 * token limit still works.
 */
const usageOf = ({ usage }: Finish, promptTokens: number, characters: number) => ({
  input_tokens: usage.inputTokens.total ?? promptTokens,
  output_tokens: usage.outputTokens.total ?? Math.ceil(characters / 4),
});
