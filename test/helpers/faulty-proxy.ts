import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface FaultyProxy {
  readonly url: string;
  /** Sends later connections elsewhere. */
  readonly target: (url: string) => void;
  /** Cuts each connection after this many bytes of responses; undefined to stop. */
  readonly cutAfter: (bytes: number | undefined) => void;
  /** Loses the next responses: the request arrives, and the connection is closed in place of a response. */
  readonly lose: (count: number) => void;
  /** Passes nothing on. */
  readonly hold: (isHolding: boolean) => void;
  /** Number of connections so far. */
  readonly connections: () => number;
  readonly close: () => Promise<void>;
}

/**
 * Starts a proxy between a client and a service, through which connections fail as they do on real networks.
 */
export const startFaultyProxy = async (service: string): Promise<FaultyProxy> => {
  const sockets = new Set<Socket>();
  let [target, cutAfter, toLose, holds, connections] = [
    service,
    undefined as number | undefined,
    0,
    false,
    0,
  ];
  const server = createServer((client) => {
    connections += 1;
    const { hostname, port } = new URL(target);
    const upstream = connect(Number(port), hostname);
    let passed = 0;
    const end = (): void => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.once('close', () => {
        sockets.delete(socket);
        end();
      });
      socket.on('error', end);
    }
    client.on('data', (chunk) => !holds && upstream.write(chunk));
    upstream.on('data', (chunk) => {
      if (toLose > 0) {
        toLose -= 1;
        end();
      } else if (cutAfter !== undefined && passed + chunk.length > cutAfter) {
        client.write(chunk.subarray(0, cutAfter - passed), end);
      } else {
        passed += chunk.length;
        client.write(chunk);
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    target: (url) => (target = url),
    cutAfter: (bytes) => (cutAfter = bytes),
    lose: (count) => (toLose = count),
    hold: (isHolding) => (holds = isHolding),
    connections: () => connections,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
};
