import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { readArguments } from '../../reading/arguments.ts';
import type { ProviderItem } from '../../messages.ts';
import { failureIn } from '../wire/chunks.ts';
import { type Members, membersOf } from '../wire/members.ts';
import { ChatCalls } from './calls.ts';
import { ChatContent } from './content.ts';
import { ChatReasoning } from './reasoning.ts';
import { NOT_COUNTED, usageIn } from '../wire/usage.ts';

type Usage = Extract<LanguageModelV4StreamPart, { type: 'finish' }>['usage'];

/** Finish reasons that outrank a later one, because they report that the reply is incomplete. */
const LACKING = /^(length|max_tokens|model_length|content_filter)$/i;

/** One reply of the chat protocol, built from its chunks. Members that are missing, null or unknown are ignored. */
export class ChatReply {
  readonly #content = new ChatContent();
  readonly #reasoning = new ChatReasoning();
  readonly #calls = new ChatCalls();
  #refused = false;
  #reason: string | undefined;
  #usage: Usage | undefined;
  #model: string | undefined;
  /** Whether the reply has any content. */
  #begun = false;
  #finished = false;

  /**
   * Whether the server has said that nothing follows. A finish reason in a chunk with content does not say so, because some
   * servers write one into every chunk.
   */
  get finished(): boolean {
    return this.#finished;
  }

  /** Takes one chunk. @returns what is new in it; an error part if it reports one */
  *take(chunk: Members): Generator<LanguageModelV4StreamPart> {
    this.#usage = usageIn(chunk) ?? this.#usage;
    if (typeof chunk['model'] === 'string' && chunk['model'] !== '' && chunk['model'] !== this.#model) {
      this.#model = chunk['model'];
      yield { type: 'response-metadata', modelId: chunk['model'] };
    }
    const choices = Array.isArray(chunk['choices']) ? chunk['choices'] : [];
    for (const choice of choices.map(membersOf)) {
      const { index } = choice;
      // Further choices are other answers to the same question.
      if (index != null && Number(index) !== 0) continue;
      const failure = failureIn(choice);
      if (failure !== undefined) {
        yield { type: 'error', error: failure };
        return;
      }
      const parts = [...this.#takeDelta(membersOf(choice['delta'] ?? choice['message']))];
      yield* parts;
      this.#takeReason(choice['finish_reason']);
      this.#finished = this.#reason !== undefined && parts.length === 0;
    }
  }

  /** @param closed whether the server closed the stream with its own mark */
  *end(closed: boolean): Generator<LanguageModelV4StreamPart> {
    const { all } = this.#calls;
    const calls = all.map((call) => ({ ...call, ...readArguments(call.pieces) }));
    const readable = calls.every(({ given }) => given !== undefined);
    // A server that gives no reason has still ended its reply if it closed the stream and left no call unfinished.
    if (this.#reason === undefined && !(closed && this.#begun && readable)) return;
    for (const { id, name, pieces, given, text } of calls) {
      const input = given === undefined ? pieces.join('') : text;
      yield { type: 'tool-call', toolCallId: id, toolName: name, input };
    }
    yield {
      type: 'finish',
      finishReason: { unified: this.#refused ? 'content-filter' : 'other', raw: this.#reason ?? '' },
      usage: this.#usage ?? NOT_COUNTED,
      providerMetadata: { turn: { complete: readable, items: [this.#item(calls)] as never } },
    };
  }

  *#takeDelta(delta: Members): Generator<LanguageModelV4StreamPart> {
    const { text, thinking } = this.#content.take(delta['content']);
    const reasoning = this.#reasoning.take(delta) + thinking;
    const refusal = typeof delta['refusal'] === 'string' ? delta['refusal'] : '';
    this.#refused ||= refusal !== '';
    const pieces = Array.isArray(delta['tool_calls']) ? delta['tool_calls'] : [];
    let size = 0;
    for (const piece of pieces) size += this.#calls.take(piece);
    this.#begun ||= text + reasoning + refusal !== '' || pieces.length > 0;
    if (reasoning !== '') yield { type: 'reasoning-delta', id: 'r', delta: reasoning };
    if (text + refusal !== '') yield { type: 'text-delta', id: 't', delta: text + refusal };
    // The arguments themselves are kept by the calls; here, only their arrival counts.
    if (pieces.length > 0) yield { type: 'tool-input-delta', id: 'c', delta: '.'.repeat(Math.max(size, 1)) };
  }

  #takeReason(reason: unknown): void {
    if (typeof reason !== 'string' || reason === '') return;
    if (this.#reason === undefined || !LACKING.test(this.#reason)) this.#reason = reason;
  }

  /** The message as received, for the next request. */
  #item(calls: readonly (ChatCalls['all'][number] & { readonly text: string })[]): ProviderItem {
    return {
      role: 'assistant',
      content: this.#content.whole,
      ...this.#reasoning.members(),
      ...(calls.length > 0 && {
        tool_calls: calls.map(({ id, name, text, more }) => ({
          id,
          type: 'function',
          function: { name, arguments: text },
          ...more,
        })),
      }),
    };
  }
}
