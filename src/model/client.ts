import type { Message, ProviderItem, ToolCall } from './messages.ts';
import type { ToolDefinition } from './agents.ts';

/** API that a provider speaks: chat completions, Anthropic's messages, OpenAI's responses. */
export type ProviderName = 'openai' | 'anthropic' | 'openai-responses';

/** One question to a model: everything said so far, and what the model may call. */
export interface TurnRequest {
  readonly messages: readonly Message[];
  readonly tools: readonly ToolDefinition[];
  /** Bytes of the pictures that the messages refer to. */
  readonly images: ReadonlyMap<string, Uint8Array>;
}

/** A complete turn. A reply that broke off never becomes one (src/model/turn.ts). */
export interface Turn {
  /** `length`: the reply was cut at the output limit; calls that were cut carry a fault. */
  readonly finish: 'stop' | 'length' | 'refusal' | 'content_filter';
  readonly text: string;
  readonly calls: readonly ToolCall[];
  /** The turn as it arrived, for APIs that want it back unchanged. */
  readonly items?: readonly ProviderItem[];
  /** Model name as the provider reports it. */
  readonly model: string;
  readonly input_tokens: number;
  readonly output_tokens: number;
}

/** The configured model, as activities see it. */
export interface ModelClient {
  /** Model name sent to the provider. */
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
  /** Returns what tokens cost, in the currency of the configured prices; 0 without prices. */
  readonly costOf: (used: { readonly input_tokens: number; readonly output_tokens: number }) => number;
  readonly team: { readonly tokensPerDay: number; readonly costPerDay: number };
  readonly retry: { readonly initialMs: number; readonly maxAttempts: number };
}
