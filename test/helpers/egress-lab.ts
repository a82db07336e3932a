import { randomBytes } from 'node:crypto';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { retryRequest } from './hello.ts';
import {
  createEgressFence,
  type EgressBlock,
  type EgressFence,
  type EgressLimits,
  type Network,
} from '../../src/desktop/egress-proxy/index.ts';

/** Names on the lab's own internet, with the addresses that its name server returns. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  'allowed.test': ['93.184.216.34'],
  'a.wild.test': ['93.184.216.34'],
  'evil.test': ['93.184.216.66'],
  'inside.test': ['10.0.0.1'],
  'loop.test': ['127.0.0.1'],
  'metadata.test': ['169.254.169.254'],
  'mapped.test': ['::ffff:10.0.0.1'],
  'nat64.test': ['64:ff9b::a00:1'],
  'mixed.test': ['93.184.216.34', '192.168.1.1'],
  'own.test': ['93.184.216.99'],
  'dead.test': ['93.184.216.77'],
};

export const LAB_ALLOW = [
  'allowed.test',
  '*.wild.test',
  'inside.test',
  'loop.test',
  'metadata.test',
  'mapped.test',
  'nat64.test',
  'mixed.test',
  'own.test',
  'dead.test',
  'nowhere.test',
];

export interface Lab {
  readonly fence: EgressFence;
  readonly network: Network;
  readonly blocks: readonly EgressBlock[];
  /** Names that the fence looked up, and addresses that it dialled. */
  readonly asked: readonly string[];
  readonly dialled: readonly string[];
  /** Bytes that arrived at port 443 of the site behind allowed names, and request heads that arrived at its port 80. */
  readonly tlsBytes: () => Buffer;
  readonly requests: () => readonly string[];
  /** Number of bytes that reached the forbidden site. */
  readonly evilBytes: () => number;
  readonly open: () => Socket;
  /**
   * Writes the parts one after the other, waiting for a response to each before the next. Resolves with everything received until
   * the other side closed the connection or went silent.
   */
  readonly talk: (...parts: readonly (string | Buffer)[]) => Promise<string>;
  readonly close: () => Promise<void>;
}

const listen = async (server: Server): Promise<number> => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return (server.address() as AddressInfo).port;
};

/** Creates a site that echoes the bytes it received, accepts WebSockets, and sends as many bytes as a request asks for. */
const createSite = (requests: string[]): Server => {
  const server = createHttpServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method, url, headers } = request;
      const seen = { method, url, headers, body: Buffer.concat(chunks).toString('latin1') };
      requests.push(JSON.stringify(seen));
      if (url === '/switch') {
        request.socket.end('HTTP/1.1 101 Switching\r\nUpgrade: other\r\nConnection: Upgrade\r\n\r\n');
        return;
      }
      const size = Number(/^\/bytes\/(\d+)$/.exec(url ?? '')?.[1] ?? 0);
      response.end(size > 0 ? Buffer.alloc(size, 'x') : JSON.stringify(seen));
    });
  });
  server.on('upgrade', (request, socket) => {
    requests.push(JSON.stringify({ upgrade: request.url, headers: request.headers }));
    const protocol = request.url === '/other' ? 'h2c' : 'websocket';
    socket.write(`HTTP/1.1 101 Switching\r\nUpgrade: ${protocol}\r\nConnection: Upgrade\r\n\r\nhello`);
    socket.on('data', (bytes: Buffer) => socket.write(`echo ${bytes.toString()}`));
    socket.on('error', () => undefined);
  });
  return server;
};

/** Creates a fence in front of its own internet on loopback. The sites are real sockets; names and addresses are made up. */
export const createLab = async (
  options: {
    readonly limits?: Partial<EgressLimits>;
    readonly allow?: readonly string[];
    /** Whether the site at port 443 asks its clients to start again with a new hello. */
    readonly retry?: boolean;
    readonly onBlock?: (block: EgressBlock) => Promise<void>;
  } = {},
): Promise<Lab> => {
  const [requests, asked, dialled, blocks] = [[], [], [], []] as [
    string[],
    string[],
    string[],
    EgressBlock[],
  ];
  let tls = Buffer.alloc(0);
  let evil = 0;
  const sockets = new Set<Socket>();
  const kept = (server: Server): Server =>
    server.on('connection', (socket: Socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
    });
  const secure = kept(
    createServer((socket) => {
      let isFirst = true;
      socket.on('data', (bytes) => {
        const answer = isFirst && options.retry === true ? retryRequest() : 'TLS-ANSWER';
        isFirst = false;
        tls = Buffer.concat([tls, bytes]);
        socket.write(answer);
      });
    }),
  );
  const wicked = kept(createServer((socket) => socket.on('data', (bytes) => (evil += bytes.length))));
  const site = kept(createSite(requests));
  const [securePort, evilPort, sitePort] = await Promise.all([secure, wicked, site].map(listen));
  const places: Readonly<Record<string, number>> = {
    '93.184.216.34 443': securePort!,
    '93.184.216.34 80': sitePort!,
    '93.184.216.66 443': evilPort!,
    '93.184.216.66 80': evilPort!,
  };
  const network: Network = {
    resolve: async (host) => {
      asked.push(host);
      const found = NAMES[host];
      if (found === undefined) throw new Error('no such name');
      return found;
    },
    dial: async (address, port) => {
      dialled.push(`${address} ${port}`);
      const place = places[`${address} ${port}`];
      if (place === undefined) throw new Error('nobody answers');
      const socket = connect(place, '127.0.0.1');
      await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
      return socket;
    },
    ownAddresses: () => ['93.184.216.99'],
  };
  const fence = await createEgressFence({
    socketPath: join(tmpdir(), `fence-${randomBytes(6).toString('hex')}.sock`),
    allow: options.allow ?? LAB_ALLOW,
    network,
    limits: { helloMs: 1_000, ...options.limits },
    onBlock: async (block) => {
      blocks.push(block);
      await options.onBlock?.(block);
    },
    onError: (error) => {
      throw error;
    },
  });
  const open = (): Socket => {
    const socket = connect(fence.socketPath);
    sockets.add(socket);
    socket.on('error', () => undefined);
    return socket;
  };
  return {
    fence,
    network,
    blocks,
    asked,
    dialled,
    tlsBytes: () => tls,
    requests: () => requests,
    evilBytes: () => evil,
    open,
    talk: async (...parts) => talk(open(), parts),
    close: async () => {
      await fence.close();
      for (const socket of sockets) socket.destroy();
      await Promise.all([secure, wicked, site].map(async (one) => new Promise((done) => one.close(done))));
    },
  };
};

const SILENCE_MS = 250;

const talk = async (socket: Socket, parts: readonly (string | Buffer)[]): Promise<string> => {
  let heard = '';
  const state = { closed: false };
  socket.on('data', (bytes) => (heard += bytes.toString('latin1')));
  const ended = new Promise<void>((resolve) => {
    socket.once('close', () => {
      state.closed = true;
      resolve();
    });
  });
  for (const part of parts) {
    const before = heard.length;
    if (state.closed) break;
    socket.write(part);
    // Waits for a response or the end, or gives up after a moment.
    const until = performance.now() + 4 * SILENCE_MS;
    while (!state.closed && heard.length === before && performance.now() < until) {
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 5))]);
    }
  }
  await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, SILENCE_MS))]);
  socket.destroy();
  return heard;
};
