/** The conversation between a model and a run. Each message is stored sealed in its own row; workflows do not see any of it. */

/**
 * A part of a message. A picture is passed by reference: its bytes are sealed under `ref` in the vault, and are read when a turn
 * is requested.
 */
export type Part =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly ref: string; readonly media_type: 'image/png' | 'image/jpeg' };

/** A call made by a model. `arguments` is always an object; `fault` reports arguments that could not be read. */
export interface ToolCall {
  /** Unique within its run. The service assigns it, whatever id the provider sent. */
  readonly id: string;
  /** The provider's id, under which it expects the result. */
  readonly provider_id?: string;
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** Why the call must not be made, worded for the model: cut off, not JSON, wrong shape, unknown tool. */
  readonly fault?: string;
}

/** An item of a conversation in the provider's format. It is sent back to that provider unchanged. */
export type ProviderItem = Readonly<Record<string, unknown>>;

export type Message =
  | { readonly role: 'system'; readonly text: string }
  | { readonly role: 'user'; readonly parts: readonly Part[] }
  | {
      readonly role: 'assistant';
      readonly text: string;
      readonly calls: readonly ToolCall[];
      /** The turn in the provider's format, with the calls in the same order. It is sent back to the model that wrote it. */
      readonly items?: readonly ProviderItem[];
      /** The model, server and protocol that wrote the items. */
      readonly from?: string;
    }
  | {
      readonly role: 'tool';
      readonly call_id: string;
      readonly tool: string;
      readonly parts: readonly Part[];
      readonly is_error: boolean;
      /** Whether a person has acknowledged the provider's safety checks for the call. */
      readonly acknowledged?: true;
    };

/** Returns a message's parts, with the text as the only part. */
export const textPart = (text: string): readonly Part[] => [{ type: 'text', text }];
