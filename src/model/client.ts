import type { AnswerSchema } from './answer-schema.ts';
import type { ProviderName } from './capabilities/capabilities.ts';
import type { Message, ProviderItem, ToolCall } from './messages.ts';
import type { ToolDefinition } from './agents.ts';

export type { ProviderName };

/** One request to a model: the conversation so far, and the tools that the model may call. */
export interface TurnRequest {
  readonly messages: readonly Message[];
  readonly tools: readonly ToolDefinition[];
  /** Bytes of the pictures that the messages refer to. */
  readonly images: ReadonlyMap<string, Uint8Array>;
  /** Schema of the answer, for providers that can constrain an answer to one while the model may call tools. */
  readonly answerSchema?: AnswerSchema;
  /** Maximum number of tokens of the reply, if it is lower than the model's own limit. */
  readonly maxTokens?: number;
}

/** Returns the maximum number of tokens of a reply. */
export const maxTokensOf = (
  { maxOutputTokens }: { readonly maxOutputTokens: number },
  { maxTokens }: Pick<TurnRequest, 'maxTokens'>,
): number => Math.min(maxOutputTokens, maxTokens ?? maxOutputTokens);

/** A complete turn. A reply that was interrupted never becomes one (src/model/turn.ts). */
export interface Turn {
  /** `length`: the reply was cut at the output limit; calls that were cut have a fault. */
  readonly finish: 'stop' | 'length' | 'refusal' | 'content_filter';
  readonly text: string;
  readonly calls: readonly ToolCall[];
  /** The provider's own word for why the reply ended, if it gave one. */
  readonly reason?: string;
  /** The turn as it arrived, which its provider may require to be sent back unchanged. */
  readonly items?: readonly ProviderItem[];
  /** The model, server and protocol that wrote the items (src/model/providers/wire/own-items.ts). */
  readonly from?: string;
  /** Model name as the provider reports it. */
  readonly model: string;
  readonly input_tokens: number;
  readonly output_tokens: number;
  /** How many of the input tokens the provider read from its cache. */
  readonly cached_tokens?: number;
  /** How many of them it wrote to its cache, which some providers charge for. */
  readonly cache_write_tokens?: number;
  /** Whether the provider reported no token counts, so that these are estimates. */
  readonly estimated?: true;
}

/** The token counts that a turn's price depends on. */
export type UsedTokens = Pick<
  Turn,
  'input_tokens' | 'output_tokens' | 'cached_tokens' | 'cache_write_tokens'
>;

/** The configured model, in the form that activities use. */
export interface ModelClient {
  /** The model's name in requests and records. */
  readonly name: string;
  /** Provider name, stored with each turn. */
  readonly provider: 'openai' | 'anthropic';
  /**
   * Asks the model once.
   * @param onText called with text as it arrives; the text counts only if the turn is complete
   * @throws a classified ModelError; the signal's reason if it was aborted
   */
  readonly ask: (
    request: TurnRequest,
    options: { readonly signal: AbortSignal; readonly onText: (text: string) => void },
  ) => Promise<Turn>;
  /** Returns the price of these tokens in the configured prices' currency; 0 if no prices are configured. */
  readonly costOf: (used: UsedTokens) => number;
  readonly team: { readonly tokensPerDay: number; readonly costPerDay: number };
  readonly retry: { readonly initialMs: number; readonly maxAttempts: number };
}
