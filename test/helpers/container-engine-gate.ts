import { rm } from 'node:fs/promises';
import { createConnection, createServer, type Socket } from 'node:net';
import { once } from 'node:events';

export interface ContainerEngineGate {
  /** Address of the gate, as in DOCKER_HOST. */
  readonly address: string;
  /** Ends every connection and accepts no more, as a dying container engine does. */
  readonly shut: () => Promise<void>;
  readonly open: () => Promise<void>;
}

/** Opens a socket that forwards everything to a container engine's socket while the gate is open. */
export const openContainerEngineGate = async (engine: string, path: string): Promise<ContainerEngineGate> => {
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
  };
  const server = createServer((client) => {
    const upstream = keep(createConnection(engine.replace(/^unix:\/\//u, '')));
    keep(client).pipe(upstream).pipe(client);
    client.once('close', () => upstream.destroy());
    upstream.once('close', () => client.destroy());
  });
  const open = async (): Promise<void> => {
    await rm(path, { force: true });
    server.listen(path);
    await once(server, 'listening');
  };
  await open();
  return {
    address: `unix://${path}`,
    open,
    shut: async () => {
      const closed = new Promise((resolve) => {
        server.close(resolve);
      });
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
};
