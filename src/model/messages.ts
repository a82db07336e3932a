/** The conversation between a model and a run. It is stored sealed, one row per message; workflows see none of it. */

/**
 * A part of a message. A picture is passed by reference: its bytes are sealed under `ref` in the vault, and are read when a turn
 * is requested.
 */
export type Part =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly ref: string; readonly media_type: 'image/png' | 'image/jpeg' };

/** A call that a model made. `arguments` is always an object; `fault` reports arguments that could not be read. */
export interface ToolCall {
  /** Unique within its turn. The service assigns it, whatever the provider said. */
  readonly id: string;
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** Why the call must not be made, worded for the model: cut off, not JSON, wrong shape, unknown tool. */
  readonly fault?: string;
}

/** An item of a conversation as a provider wrote it. It goes back to that provider unchanged. */
export type ProviderItem = Readonly<Record<string, unknown>>;

export type Message =
  | { readonly role: 'system'; readonly text: string }
  | { readonly role: 'user'; readonly parts: readonly Part[] }
  | {
      readonly role: 'assistant';
      readonly text: string;
      readonly calls: readonly ToolCall[];
      /** The provider's items, if its API has them; the calls are among them, in the same order. */
      readonly items?: readonly ProviderItem[];
    }
  | {
      readonly role: 'tool';
      readonly call_id: string;
      readonly tool: string;
      readonly parts: readonly Part[];
      readonly is_error: boolean;
      /** Whether a person acknowledged what the provider wanted to be checked before the call. */
      readonly acknowledged?: true;
    };

/** Returns a text as the only part of a message. */
export const textPart = (text: string): readonly Part[] => [{ type: 'text', text }];
