import type { Message, ProviderItem, ToolCall } from './messages.ts';
import type { ToolDefinition } from './agents.ts';

/** How a provider is spoken to: chat completions, Anthropic's messages, OpenAI's responses. */
export type ProviderName = 'openai' | 'anthropic' | 'openai-responses';

/** One question to a model: everything said so far, and what it may call. */
export interface TurnRequest {
  readonly messages: readonly Message[];
  readonly tools: readonly ToolDefinition[];
  /** Bytes of the pictures that the messages name. */
  readonly images: ReadonlyMap<string, Uint8Array>;
}

/** A complete turn. What was cut or broken is never one (src/model/turn.ts). */
export interface Turn {
  /** `length`: the reply was cut at the output bound; calls that it cut carry a fault. */
  readonly finish: 'stop' | 'length' | 'refusal' | 'content_filter';
  readonly text: string;
  readonly calls: readonly ToolCall[];
  /** The turn as it came, where the wire wants it back like that. */
  readonly items?: readonly ProviderItem[];
  /** As the provider names it. */
  readonly model: string;
  readonly input_tokens: number;
  readonly output_tokens: number;
}

/** The configured model, as activities see it. */
export interface ModelClient {
  /** The name that the provider is asked for. */
  readonly name: string;
  /** Whose wire it is, for the record. */
  readonly provider: 'openai' | 'anthropic';
  /**
   * Asks once.
   * @param onText told of text as it comes; what was told counts only when the turn is complete
   * @throws ModelError, classed; the signal's reason when it was aborted
   */
  readonly ask: (
    request: TurnRequest,
    options: { readonly signal: AbortSignal; readonly onText: (text: string) => void },
  ) => Promise<Turn>;
  /** What tokens cost, in the currency of the configured prices; 0 without prices. */
  readonly costOf: (used: { readonly input_tokens: number; readonly output_tokens: number }) => number;
  readonly team: { readonly tokensPerDay: number; readonly costPerDay: number };
  readonly retry: { readonly initialMs: number; readonly maxAttempts: number };
}
