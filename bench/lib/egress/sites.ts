import { createServer, type Server, type Socket } from 'node:net';

/**
 * The sites' addresses, all on loopback. They must be real, because squid and smokescreen dial the addresses that they look up.
 */
export const ADDRESSES = {
  allowed: '127.0.20.1',
  evil: '127.0.20.66',
  inside: '127.0.30.1',
} as const;

/** Addresses returned by the comparison's name server. */
export const NAMES: Readonly<Record<string, string>> = {
  'allowed.test': ADDRESSES.allowed,
  'a.wild.test': ADDRESSES.allowed,
  'evil.test': ADDRESSES.evil,
  'notallowed.test': ADDRESSES.evil,
  'wild.test': ADDRESSES.evil,
  'inside.test': ADDRESSES.inside,
};

export interface Sites {
  /** Returns the bytes that have reached a site since the last call of `forget`. */
  readonly got: (site: keyof typeof ADDRESSES) => string;
  readonly forget: () => void;
  readonly close: () => Promise<void>;
}

const ANSWER = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
const MEBIBYTE = Buffer.alloc(1_048_576, 'x');

/** Responds to requests with `ok`, and to `GET /mib/<n>` with that many MiB. Echoes anything else. */
const serve = (socket: Socket, note: (bytes: Buffer) => void): void => {
  socket.on('error', () => undefined);
  socket.on('data', (bytes) => {
    note(bytes);
    const text = bytes.toString('latin1');
    const size = Number(/^GET \/mib\/(\d+) /.exec(text)?.[1] ?? 0);
    if (size > 0) {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${size * MEBIBYTE.length}\r\n\r\n`);
      for (let i = 0; i < size; i += 1) socket.write(MEBIBYTE);
    } else socket.write(/^[A-Z]+ \//.test(text) ? ANSWER : bytes);
  });
};

/** Opens every site on the web's ports and two others. Needs permission to listen on low ports. */
export const openSites = async (): Promise<Sites> => {
  const received = new Map<string, string>();
  const servers: Server[] = [];
  for (const [site, address] of Object.entries(ADDRESSES)) {
    for (const port of [80, 443, 25, 8443]) {
      const server = createServer((socket) =>
        serve(socket, (bytes) =>
          received.set(site, (received.get(site) ?? '') + bytes.toString('latin1').slice(0, 4_096)),
        ),
      );
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, address, resolve);
      });
      servers.push(server);
    }
  }
  return {
    got: (site) => received.get(site) ?? '',
    forget: () => received.clear(),
    close: async () => {
      for (const server of servers) server.close();
    },
  };
};
