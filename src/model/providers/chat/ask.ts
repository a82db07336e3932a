import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import type { TurnRequest } from '../../client.ts';
import type { ModelSettings } from '../../settings.ts';
import { chunkIn, failureIn } from '../wire/chunks.ts';
import { originOf } from '../wire/own-items.ts';
import { postForStream } from '../wire/post.ts';
import { serverSentEvents } from '../wire/server-sent.ts';
import { ChatReply } from './reply.ts';
import { chatBody } from './request.ts';

/**
 * Sends one request to a server's `/chat/completions`.
 * @throws APICallError, or the error that broke the connection
 */
export const askChat = async (
  settings: Pick<ModelSettings, 'apiKey' | 'provider' | 'name' | 'temperature' | 'maxOutputTokens'> & {
    readonly baseUrl: string;
    readonly fetch: typeof fetch;
  },
  request: TurnRequest,
  abortSignal: AbortSignal,
): Promise<AsyncIterable<LanguageModelV4StreamPart>> => {
  const body = await postForStream({
    url: `${settings.baseUrl}/chat/completions`,
    headers: { authorization: `Bearer ${settings.apiKey}` },
    body: chatBody(settings, request, originOf(settings)),
    abortSignal,
    fetch: settings.fetch,
  });
  return chatParts(body);
};

const CLOSED = '[DONE]';

/**
 * Converts a stream of chunks into the parts that turns are read from (src/model/turn.ts). Stops at the server's closing mark,
 * because some servers keep the connection open after it. Skips lines that are neither chunks nor errors.
 * @throws the error that broke the connection, unless the server had already said how the reply ends
 */
export async function* chatParts(body: AsyncIterable<Uint8Array>): AsyncGenerator<LanguageModelV4StreamPart> {
  const reply = new ChatReply();
  let closed = false;
  try {
    for await (const { name, data } of serverSentEvents(body)) {
      if (data.trim() === CLOSED) {
        closed = true;
        break;
      }
      if (data.trim() === '') continue;
      const chunk = chunkIn(data);
      const failure = failureIn(chunk) ?? (name === 'error' ? chunk : undefined);
      if (failure !== undefined) {
        yield { type: 'error', error: failure };
        return;
      }
      yield* reply.take(chunk);
    }
  } catch (error) {
    if (!reply.finished) throw error;
  }
  yield* reply.end(closed);
}
