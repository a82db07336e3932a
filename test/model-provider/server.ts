import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Reply, Wire } from './replies.ts';
import { atEnd } from '../helpers/at-end.ts';

/** A request as it arrived over the socket. */
export interface Asked {
  /** Number of the request, from 1. */
  readonly n: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: AskedBody;
  /** The exact text of the body, which tests search for text that must not be in it. */
  readonly raw: string;
}

export interface AskedBody {
  readonly model: string;
  readonly messages: readonly {
    readonly role: string;
    readonly content: unknown;
    readonly tool_calls?: readonly {
      readonly id: string;
      readonly function: { readonly name: string; readonly arguments: string };
    }[];
    readonly tool_call_id?: string;
  }[];
  /** Replaces `messages` in the `/responses` protocol. */
  readonly input?: readonly Readonly<Record<string, unknown>>[];
  readonly tools?: readonly unknown[];
  readonly system?: unknown;
}

/** Returns the reply to a request, or undefined if the model should not have been asked again. */
export type Script = (asked: Asked) => Reply | undefined | Promise<Reply | undefined>;

export interface FakeProvider {
  /** Value for MODEL_PROVIDER_BASE_URL. */
  readonly baseUrl: string;
  readonly asked: readonly Asked[];
  /** Returns the number of requests for which the script had no reply. A test that ends with any such request has failed. */
  readonly unexpected: () => number;
  readonly close: () => Promise<void>;
}

/** Returns the given replies to the requests, in order. */
export const inOrder =
  (...replies: readonly Reply[]): Script =>
  ({ n }) =>
    replies[n - 1];

/** Starts a model provider on its own socket. Its script decides the replies and what happens to the connection. */
export const startFakeProvider = async (wire: Wire, script: Script): Promise<FakeProvider> => {
  const asked: Asked[] = [];
  let unexpected = 0;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const raw = await text(request);
    // Workers ask for the list of models to find out whether a provider responds.
    if (request.method === 'GET' && request.url === '/v1/models') {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":[]}');
      return;
    }
    if (request.method !== 'POST' || request.url !== wire.path) {
      unexpected += 1;
      response.writeHead(404).end();
      return;
    }
    const question: Asked = {
      n: asked.length + 1,
      headers: request.headers,
      body: JSON.parse(raw) as AskedBody,
      raw,
    };
    asked.push(question);
    const reply = await script(question);
    if (reply === undefined) {
      unexpected += 1;
      response.writeHead(400, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify(wire.error({ type: 'invalid_request_error', message: 'not in the script' })),
      );
      return;
    }
    await perform(response, reply);
  };
  const server = createServer((request, response) => {
    // Performing a reply fails if its client has disconnected.
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    asked,
    unexpected: () => unexpected,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
};

/** Starts a provider for the tests of a file and closes it after them. */
export const useFakeProvider = async (wire: Wire, script: Script): Promise<FakeProvider> => {
  const provider = await startFakeProvider(wire, script);
  atEnd(provider.close);
  return provider;
};

const perform = async (
  response: ServerResponse,
  { status = 200, headers, actions }: Reply,
): Promise<void> => {
  response.writeHead(status, { ...headers });
  response.flushHeaders();
  for (const action of actions) {
    if (response.destroyed) return;
    if ('write' in action) response.write(action.write);
    else if ('sleepMs' in action) await sleep(action.sleepMs);
    else if ('until' in action) await action.until;
    else if ('reset' in action) {
      // The written bytes have to be sent before the reset.
      await sleep(20);
      response.socket?.resetAndDestroy();
      return;
    } else if ('cut' in action) {
      await sleep(20);
      response.socket?.destroy();
      return;
    } else return;
  }
  response.end();
};
