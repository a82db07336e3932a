import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders & Record<string, string>;
  readonly body: string;
  readonly event: {
    readonly type: string;
    readonly timestamp: string;
    readonly data: Record<string, unknown>;
  };
}

/** Responds to a request, or leaves it without a response. */
export type Respond = (received: Received, response: ServerResponse) => void;

export interface WebhookReceiver {
  readonly port: number;
  readonly received: readonly Received[];
  /** Changes how requests to a path are answered; the others get 204. */
  readonly on: (path: string, respond: Respond) => void;
  /** Resolves with the events that a path has received once there are enough. */
  readonly atLeast: (path: string, count: number) => Promise<readonly Received[]>;
  readonly close: () => Promise<void>;
}

/** Starts a receiver of webhooks on loopback. */
export const startWebhookReceiver = async (): Promise<WebhookReceiver> => {
  const received: Received[] = [];
  const responders = new Map<string, Respond>();
  const server = createServer((request, response) => {
    request.setEncoding('utf8');
    let body = '';
    request.on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      const event = JSON.parse(body) as Received['event'];
      const headers = request.headers as Received['headers'];
      const one = { path: request.url ?? '', headers, body, event };
      received.push(one);
      const respond = responders.get(one.path);
      if (respond === undefined) response.writeHead(204).end();
      else respond(one, response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    received,
    on: (path, respond) => void responders.set(path, respond),
    atLeast: async (path, count) => {
      for (;;) {
        const found = received.filter((one) => one.path === path);
        if (found.length >= count) return found;
        await sleep(20);
      }
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
};

/** Responds with a status. */
export const status =
  (code: number): Respond =>
  (_, response) =>
    void response.writeHead(code).end();
