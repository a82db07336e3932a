import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import {
  type AddressInfo,
  connect,
  createServer as createSocketServer,
  type Server,
  type Socket,
} from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Network, NotReachedError } from '../../../src/desktop/egress-proxy/index.ts';
import { post } from '../../../src/webhooks/post.ts';

const PUBLIC = '93.184.216.34';
const HOST = 'hooks.bank.example';

interface Asked {
  readonly dialled: string[];
  readonly resolved: string[];
}

/** A network whose names resolve to the given addresses, one answer after the other, and whose every address is the server. */
const networkTo = (server: Server, answers: readonly (readonly string[])[]): Network & Asked => {
  const { port } = server.address() as AddressInfo;
  const asked: Asked = { dialled: [], resolved: [] };
  return {
    ...asked,
    resolve: async (host) => {
      const answer = answers[Math.min(asked.resolved.length, answers.length - 1)];
      asked.resolved.push(host);
      if (answer === undefined) throw new NotReachedError('unresolved');
      return answer;
    },
    dial: async (address) => {
      asked.dialled.push(address);
      const socket = connect(port, '127.0.0.1');
      await once(socket, 'connect');
      return socket;
    },
    ownAddresses: () => ['93.184.216.99'],
  };
};

const listen = async (server: Server): Promise<Server> => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => open.add(socket));
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  return server;
};

const serve = async (listener: RequestListener): Promise<Server> => listen(createServer(listener));

/** A server that answers each connection with raw bytes and then, unless it is to hang, closes it. */
const serveRaw = async (bytes: string, close = true): Promise<Server> =>
  listen(
    createSocketServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => (close ? socket.end(bytes) : socket.write(bytes)));
    }),
  );

const send = async (
  network: Network,
  { url = `http://${HOST}/in?tenant=7`, timeoutMs = 5_000 }: { url?: string; timeoutMs?: number } = {},
): Promise<number> =>
  post(
    { url, headers: { 'content-type': 'application/json', 'webhook-id': 'evt_1' }, body: '{"näme":1}' },
    { network, pinned: new Set([HOST]), timeoutMs },
  );

describe('Posting to a webhook', () => {
  it('the receiver gets the body, the headers and the whole path, and its name as host', async () => {
    const requests: { request: IncomingMessage; body: string }[] = [];
    const server = await serve((request, response) => {
      request.setEncoding('utf8');
      let body = '';
      request.on('data', (chunk: string) => (body += chunk));
      request.on('end', () => {
        requests.push({ request, body });
        response.writeHead(202).end('{"ok":true}');
      });
    });
    expect(await send(networkTo(server, [[PUBLIC]]))).toBe(202);
    const [{ request, body }] = requests as [(typeof requests)[number]];
    expect(body).toBe('{"näme":1}');
    expect(request.method).toBe('POST');
    expect(request.url).toBe('/in?tenant=7');
    expect(request.headers).toMatchObject({ host: HOST, 'webhook-id': 'evt_1', 'content-length': '11' });
  });

  it('each attempt resolves the name once and connects to an address of that answer', async () => {
    const server = await serve((_, response) => response.end());
    const network = networkTo(server, [[PUBLIC], ['127.0.0.1']]);
    expect(await send(network)).toBe(200);
    expect(network).toMatchObject({ resolved: [HOST], dialled: [PUBLIC] });
    // The name now leads to the inside.
    await expect(send(network)).rejects.toMatchObject({ error: 'address_refused', status: null });
    expect(network.dialled).toEqual([PUBLIC]);
  });

  it.each([
    ['127.0.0.1'],
    ['10.0.0.1'],
    ['169.254.169.254'],
    ['::1'],
    ['::ffff:10.0.0.1'],
    ['64:ff9b::a00:1'],
    [PUBLIC, '192.168.1.1'],
    ['93.184.216.99'],
  ])('a name that resolves to %s is not dialled', async (...addresses) => {
    const server = await serve((_, response) => response.end());
    const network = networkTo(server, [addresses]);
    await expect(send(network)).rejects.toMatchObject({ error: 'address_refused' });
    expect(network.dialled).toEqual([]);
  });

  it.each(['http://127.0.0.1/', 'https://10.0.0.1/', 'http://elsewhere.example/', 'https://[::1]/'])(
    '%s is refused before anything is looked up',
    async (url) => {
      const server = await serve((_, response) => response.end());
      const network = networkTo(server, [[PUBLIC]]);
      await expect(send(network, { url })).rejects.toMatchObject({ error: 'address_refused' });
      expect(network).toMatchObject({ resolved: [], dialled: [] });
    },
  );

  it('a name without an address is reported', async () => {
    const server = await serve((_, response) => response.end());
    await expect(send(networkTo(server, []))).rejects.toMatchObject({ error: 'unresolved' });
  });

  it('a redirect is not followed', async () => {
    let count = 0;
    const server = await serve((_, response) => {
      count += 1;
      response.writeHead(307, { location: `http://${HOST}/elsewhere` }).end();
    });
    await expect(send(networkTo(server, [[PUBLIC]]))).rejects.toMatchObject({
      error: 'redirected',
      status: 307,
    });
    expect(count).toBe(1);
  });

  it.each([400, 404, 410, 429, 500, 503])('a response of %d is not an acknowledgement', async (status) => {
    const server = await serve((_, response) => response.writeHead(status).end());
    await expect(send(networkTo(server, [[PUBLIC]]))).rejects.toMatchObject({ error: 'status', status });
  });

  it.each([
    ['before any byte', ''],
    ['in the middle of the head', 'HTTP/1.1 200 OK\r\ncontent-le'],
    ['in the middle of the body', 'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf'],
    ['in the middle of a chunk', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n9\r\nhalf'],
    ['after something that is not HTTP', 'SSH-2.0-OpenSSH_9.2\r\n'],
  ])('a receiver that closes %s has not acknowledged', async (_, bytes) => {
    await expect(send(networkTo(await serveRaw(bytes), [[PUBLIC]]))).rejects.toMatchObject({
      error: 'closed_early',
      status: null,
    });
  });

  it.each([
    ['before its head', ''],
    ['in the middle of its body', 'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf'],
  ])('a receiver that hangs %s is given up at the time limit', async (_, bytes) => {
    const network = networkTo(await serveRaw(bytes, false), [[PUBLIC]]);
    await expect(send(network, { timeoutMs: 200 })).rejects.toMatchObject({ error: 'timed_out' });
  });

  it('a response without an end counts as an acknowledgement after 64 KiB', async () => {
    const server = await serve((_, response) => {
      const more = (): void => {
        while (!response.destroyed && response.write('x'.repeat(16_384)));
      };
      response.on('drain', more);
      more();
    });
    expect(await send(networkTo(server, [[PUBLIC]]))).toBe(200);
  });

  it('a receiver without TLS is not reached by https', async () => {
    const server = await serve((_, response) => response.end());
    await expect(
      send(networkTo(server, [[PUBLIC]]), { url: 'https://claims.example.in/' }),
    ).rejects.toMatchObject({ error: 'tls_failed' });
  });
});
