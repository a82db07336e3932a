import { randomUUID } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { anthropic } from '../model-provider/anthropic.ts';
import { type Said, whole } from '../model-provider/replies.ts';
import { atEnd } from './at-end.ts';

interface Message {
  readonly role: string;
  readonly content: unknown;
}

/** A call that the model makes; after the last one, it repeats its last tool's result. */
export interface ScriptedCall {
  readonly tool: string;
  readonly input: object;
}

/**
 * Starts a provider for agents of other makers, which request whole responses of the protocol
 * `/v1/chat/completions`, or streams of `/v1/messages`. Its model makes the calls in order, once per
 * conversation.
 * @returns its address
 */
export const startScriptedChat = async (calls: readonly ScriptedCall[]): Promise<string> => {
  const server = createServer((request, response) => {
    void (async () => {
      const { messages, tools = [] } = (await json(request)) as {
        readonly messages: readonly Message[];
        readonly tools?: readonly { readonly name?: string }[];
      };
      const results = messages.flatMap(resultsIn);
      const call = calls[results.length];
      if (request.url?.startsWith('/v1/chat/completions') === true)
        return reply(response, completion(call, results.at(-1)));
      const named = tools.find(({ name }) => name?.endsWith(call?.tool ?? '-') === true)?.name;
      const said: Said =
        call === undefined || named === undefined
          ? { text: JSON.stringify(results.at(-1)?.content ?? 'Nothing to do.') }
          : { calls: [{ tool: named, arguments: call.input, id: `toolu_${results.length}` }] };
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const action of whole(anthropic, said).actions)
        if ('write' in action) response.write(action.write);
      return response.end();
    })().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  atEnd(async () => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
    });
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

/** Returns the results of tools in a message. Claude Code puts those of several turns into one. */
const resultsIn = (message: Message): readonly Pick<Message, 'content'>[] => {
  if (message.role === 'tool') return [message];
  const parts = Array.isArray(message.content)
    ? (message.content as { type?: string; content: unknown }[])
    : [];
  return parts.filter(({ type }) => type === 'tool_result');
};

const reply = (response: ServerResponse, body: object): void => {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

const completion = (call: ScriptedCall | undefined, last: Pick<Message, 'content'> | undefined): object => ({
  // LangGraph replaces a message by a later one with the same id.
  id: `chatcmpl-${randomUUID()}`,
  object: 'chat.completion',
  created: 1,
  model: 'scripted',
  choices: [
    {
      index: 0,
      finish_reason: call === undefined ? 'stop' : 'tool_calls',
      message: {
        role: 'assistant',
        content: call === undefined ? JSON.stringify(last?.content ?? 'Nothing to do.') : null,
        ...(call !== undefined && {
          tool_calls: [
            {
              id: `call_${call.tool}`,
              type: 'function',
              function: { name: call.tool, arguments: JSON.stringify(call.input) },
            },
          ],
        }),
      },
    },
  ],
  usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
});
