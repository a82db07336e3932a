import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import type { TurnRequest } from '../../client.ts';
import type { ProviderItem } from '../../messages.ts';
import type { ModelSettings } from '../../settings.ts';
import { chunkIn, failureIn } from '../wire/chunks.ts';
import { originOf } from '../wire/own-items.ts';
import { postForStream } from '../wire/post.ts';
import { addUsage, NOT_COUNTED, type Usage } from '../wire/usage.ts';
import { serverSentEvents } from '../wire/server-sent.ts';
import { MessagesReply } from './reply.ts';
import { messagesBody } from './request.ts';
import { messagesTools } from './tools.ts';

/** Version of the protocol, which each request has to name. */
const VERSION = '2023-06-01';

/** Number of times that a paused reply is continued within one turn. */
const MOST_PAUSES = 5;

type Settings = Pick<ModelSettings, 'apiKey' | 'provider' | 'name' | 'temperature' | 'maxOutputTokens'> & {
  readonly baseUrl: string;
  readonly fetch: typeof fetch;
};

/**
 * Asks a server's `/messages`. If the provider pauses a long reply, asks it to continue after what it has written so far; both
 * parts form one turn.
 * @throws APICallError, or the error that broke the connection
 */
export const askMessages = async (
  settings: Settings,
  request: TurnRequest,
  signal: AbortSignal,
): Promise<AsyncIterable<LanguageModelV4StreamPart>> => {
  const first = await post(settings, request, [], signal);
  return parts(first, async (written) => post(settings, request, written, signal));
};

const post = async (
  settings: Settings,
  request: TurnRequest,
  written: readonly ProviderItem[],
  abortSignal: AbortSignal,
): Promise<AsyncIterable<Uint8Array>> => {
  const { tools, betas } = messagesTools(request.tools);
  return postForStream({
    url: `${settings.baseUrl}/messages`,
    headers: {
      'x-api-key': settings.apiKey,
      'anthropic-version': VERSION,
      ...(betas.length > 0 && { 'anthropic-beta': betas.join(',') }),
    },
    body: messagesBody(settings, request, { origin: originOf(settings), tools, written }),
    abortSignal,
    fetch: settings.fetch,
  });
};

/** Converts events into the parts that turns are read from (src/model/turn.ts). */
async function* parts(
  body: AsyncIterable<Uint8Array>,
  goOn: (written: readonly ProviderItem[]) => Promise<AsyncIterable<Uint8Array>>,
): AsyncGenerator<LanguageModelV4StreamPart> {
  let written: readonly ProviderItem[] = [];
  let used = NOT_COUNTED;
  let from = body;
  for (let pauses = 0; ; pauses += 1) {
    const reply = new MessagesReply();
    yield* read(from, reply);
    if (reply.reason !== 'pause_turn' || pauses === MOST_PAUSES) {
      yield* withItems(reply, { written, used });
      return;
    }
    written = [...written, ...reply.items()];
    used = addUsage(used, reply.usage);
    from = await goOn(written);
  }
}

async function* read(
  body: AsyncIterable<Uint8Array>,
  reply: MessagesReply,
): AsyncGenerator<LanguageModelV4StreamPart> {
  try {
    for await (const { name, data } of serverSentEvents(body)) {
      if (data.trim() === '' || data.trim() === '[DONE]') continue;
      const chunk = chunkIn(data);
      const failure = failureIn(chunk) ?? (name === 'error' ? chunk : undefined);
      if (failure !== undefined) yield { type: 'error', error: failure };
      yield* reply.take({ type: name, ...chunk });
      // Some servers keep the connection open after this.
      if (reply.closed) return;
    }
  } catch (error) {
    if (!reply.finished) throw error;
  }
}

/** Ends a reply. @param before the blocks that the provider wrote before it paused, and the tokens of those requests */
function* withItems(
  reply: MessagesReply,
  before: { readonly written: readonly ProviderItem[]; readonly used: Usage },
): Generator<LanguageModelV4StreamPart> {
  for (const part of reply.end()) {
    if (part.type !== 'finish') yield part;
    else {
      const turn = part.providerMetadata?.['turn'] ?? {};
      const items = [...before.written, ...reply.items()] as never;
      yield {
        ...part,
        usage: addUsage(before.used, part.usage),
        providerMetadata: { turn: { ...turn, items } },
      };
    }
  }
}
