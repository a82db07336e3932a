import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { ModelError } from '../../errors.ts';
import type { ProviderItem } from '../../messages.ts';
import { type Members, membersOf } from '../wire/members.ts';
import { countOf, NOT_COUNTED, type Usage } from '../wire/usage.ts';
import {
  type Block,
  inputOf,
  isCall,
  itemOf,
  placeOf,
  takeDelta,
  textDelta,
  wordOf,
} from './reply-blocks.ts';

/**
 * One reply of Anthropic's protocol, built from its events. Keeps blocks of every type, because the provider expects all of a
 * turn's blocks to be sent back.
 */
export class MessagesReply {
  readonly #blocks = new Map<number, Block>();
  #usage = NOT_COUNTED;
  #reason: string | undefined;
  /** Whether the provider closed the reply. */
  closed = false;

  get finished(): boolean {
    return this.#reason !== undefined;
  }

  get usage(): Usage {
    return this.#usage;
  }

  get reason(): string | undefined {
    return this.#reason;
  }

  /** Takes one event. @returns what is new in it */
  *take(event: Members): Generator<LanguageModelV4StreamPart> {
    const { type } = event;
    if (type === 'message_start') {
      const { model, usage } = membersOf(event['message']);
      if (typeof model === 'string') yield { type: 'response-metadata', modelId: model };
      this.#count(usage);
    } else if (type === 'content_block_start') {
      const start = membersOf(event['content_block']);
      const block = { start, members: new Map<string, string>(), input: [], citations: [], stopped: false };
      this.#blocks.set(placeOf(event), block);
      // Some servers put a whole block into its start event.
      if (start['type'] === 'text' && start['text'] !== '') yield* textDelta(start['text']);
      if (start['type'] === 'tool_use') yield { type: 'tool-input-delta', id: 'c', delta: '.' };
    } else if (type === 'content_block_delta') {
      const block = this.#blocks.get(placeOf(event));
      if (block === undefined) throw new ModelError('model_interrupted', { because: 'malformed' });
      yield* takeDelta(block, membersOf(event['delta']));
    } else if (type === 'content_block_stop') {
      const block = this.#blocks.get(placeOf(event));
      if (block !== undefined) block.stopped = true;
    } else if (type === 'message_delta') {
      const { stop_reason: reason } = membersOf(event['delta']);
      if (typeof reason === 'string' && reason !== '') this.#reason = reason;
      this.#count(event['usage']);
    } else if (type === 'message_stop') this.closed = true;
  }

  /** Returns the blocks as received. */
  items(): readonly ProviderItem[] {
    return this.#inOrder().flatMap(itemOf);
  }

  *end(): Generator<LanguageModelV4StreamPart> {
    const blocks = this.#inOrder();
    const calls = blocks.filter(isCall).map((block) => ({ block, ...inputOf(block) }));
    const readable = calls.every(({ given, block }) => given !== undefined && block.stopped);
    if (this.#reason === undefined && !(this.closed && blocks.length > 0 && readable)) return;
    for (const { block, given, raw } of calls) {
      const { id, name, toolset_name: toolset } = block.start;
      // A member of a tool set is an action of one tool; its name is the action.
      const ofSet = typeof toolset === 'string' && given !== undefined;
      yield {
        type: 'tool-call',
        toolCallId: wordOf(id),
        toolName: wordOf(ofSet ? toolset : name),
        input: ofSet ? JSON.stringify({ ...given, action: name }) : raw,
      };
    }
    yield {
      type: 'finish',
      finishReason: { unified: 'other', raw: this.#reason ?? '' },
      usage: this.#usage,
      providerMetadata: { turn: { complete: readable, items: this.items() as never } },
    };
  }

  #inOrder(): readonly Block[] {
    return [...this.#blocks].toSorted(([a], [b]) => a - b).map(([, block]) => block);
  }

  #count(usage: unknown): void {
    const members = membersOf(usage);
    const cached = countOf(members['cache_read_input_tokens']);
    const written = countOf(members['cache_creation_input_tokens']);
    const fresh = countOf(members['input_tokens']);
    const before = this.#usage;
    this.#usage = {
      // The provider counts tokens read from or written to its cache separately.
      inputTokens:
        fresh === undefined
          ? before.inputTokens
          : {
              total: fresh + (cached ?? 0) + (written ?? 0),
              noCache: fresh,
              cacheRead: cached,
              cacheWrite: written,
            },
      outputTokens: {
        ...before.outputTokens,
        total: countOf(members['output_tokens']) ?? before.outputTokens.total,
      },
    };
  }
}
