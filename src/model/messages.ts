/** What is said between a model and a run. Stored sealed, one row a message; workflows see none of it. */

/** A picture travels by reference: bytes lie sealed under `ref` in the vault, and are read when a turn is asked for. */
export type Part =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly ref: string; readonly media_type: 'image/png' | 'image/jpeg' };

/** A call that a model made. `arguments` is always an object: what could not be read stands in `fault`, not here. */
export interface ToolCall {
  /** Unique within its turn; given by the service, whatever the provider said. */
  readonly id: string;
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** Why the call must not be made, in words for the model: cut off, not JSON, wrong shape, unknown tool. */
  readonly fault?: string;
}

/** Something in a conversation as a provider wrote it: goes back to that provider as it came. */
export type ProviderItem = Readonly<Record<string, unknown>>;

export type Message =
  | { readonly role: 'system'; readonly text: string }
  | { readonly role: 'user'; readonly parts: readonly Part[] }
  | {
      readonly role: 'assistant';
      readonly text: string;
      readonly calls: readonly ToolCall[];
      /** Where the wire has them: the calls are among them, in the same order. */
      readonly items?: readonly ProviderItem[];
    }
  | {
      readonly role: 'tool';
      readonly call_id: string;
      readonly tool: string;
      readonly parts: readonly Part[];
      readonly is_error: boolean;
      /** A person acknowledged what the provider wanted to be checked before the call. */
      readonly acknowledged?: true;
    };

/** Text as the only part of a message. */
export const textPart = (text: string): readonly Part[] => [{ type: 'text', text }];
