import type { LanguageModelV4FinishReason } from '@ai-sdk/provider';
import { clip } from '../governance/text/clip.ts';
import type { Turn } from './client.ts';
import { ModelError } from './errors.ts';
import type { ToolCall } from './messages.ts';
import { readArguments } from './reading/arguments.ts';
import type { RawCall, Finish } from './turn.ts';

/** Reasons with which a complete reply can end, as named by the providers and by servers that follow them. */
const COMPLETE =
  /^(stop|tool_calls?|function_call|end_turn|tool_use|stop_sequence|eos(_token)?|end|complete|completed|finished|normal)$/;

const CUT = /^(length|max_tokens|model_length|max_output_tokens|max_length|token_limit)$/;
const FILTERED =
  /^(content_filter(ed)?|safety|recitation|blocklist|prohibited_content|spii|sensitive|guardrail_intervened|error_toxic)$/;

/** Reasons that report a failure of the server. The reply is then unusable, however complete it looks. */
const FAILED =
  /^(error|network_error|insufficient_system_resource|abort(ed)?|cancel(l?ed)?|timeout|malformed_function_call)$/;

/**
 * Returns the meaning of a finish reason; undefined if it is unknown.
 * @throws ModelError if it reports a failure
 */
export const reasonOf = ({ unified, raw = '' }: LanguageModelV4FinishReason): Turn['finish'] | undefined => {
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
export const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD');

/** Reads a call of a tool; one that was cut off has no arguments. */
export const callOf = (
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
 * Returns what a protocol's reader adds to the end of a reply: its items, and whether it is complete although
 * its finish reason is unknown.
 */
export const turnOf = ({ providerMetadata }: Finish): Pick<Turn, 'items'> & { readonly complete?: boolean } =>
  providerMetadata?.['turn'] ?? {};

/**
 * Returns the number of tokens used. If a provider does not count them, the number is estimated from the characters, so that a
 * token limit still works.
 */
export const usageOf = ({ usage }: Finish, promptTokens: number, characters: number) => ({
  input_tokens: usage.inputTokens.total ?? promptTokens,
  output_tokens: usage.outputTokens.total ?? Math.ceil(characters / 4),
  ...(usage.inputTokens.total === undefined && { estimated: true as const }),
  ...(usage.inputTokens.cacheRead !== undefined && { cached_tokens: usage.inputTokens.cacheRead }),
  ...(usage.inputTokens.cacheWrite !== undefined && { cache_write_tokens: usage.inputTokens.cacheWrite }),
});
