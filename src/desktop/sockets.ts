import { chmod, mkdir, rm } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';

/** A desktop's sockets on which this side listens; the egress proxy listens on `egress.sock`. */
const NAMES = ['ctl', 'rfb', 'observe', 'files'] as const;
export type SocketName = (typeof NAMES)[number];

const EGRESS = 'egress.sock';
const DIAL_WITHIN_MS = 5_000;
/**
 * Sockets whose connections begin with the number of the request that they answer, because a late connection
 * must not answer another request.
 */
const NUMBERED: ReadonlySet<SocketName> = new Set(['files']);

interface Waiter {
  readonly number: string | undefined;
  readonly take: (socket: Socket) => void;
}

/** Returns whether a process listens on a desktop's egress socket, as the process that holds the desktop always does. */
export const isServed = async (folder: string): Promise<boolean> => {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const probe = connect(join(folder, EGRESS));
  probe.once('connect', () => resolve(true));
  probe.once('error', () => resolve(false));
  const served = await promise;
  probe.destroy();
  return served;
};

/**
 * One desktop's socket folder. The host listens and the desktop connects, so nothing in the desktop can direct the host to
 * another socket. Unexpected connections are closed.
 */
export class DesktopSockets {
  readonly folder: string;
  readonly #servers: Server[] = [];
  readonly #waiting = new Map<SocketName, Waiter[]>();
  readonly #open = new Set<Socket>();

  private constructor(folder: string) {
    this.folder = folder;
  }

  /** Creates the folder and listens in it. Replaces sockets left behind by an earlier process. */
  static async listen(folder: string): Promise<DesktopSockets> {
    const sockets = new DesktopSockets(folder);
    await mkdir(folder, { recursive: true, mode: 0o755 });
    await chmod(folder, 0o755);
    await Promise.all(NAMES.map(async (name) => sockets.#serve(name)));
    return sockets;
  }

  get egress(): string {
    return join(this.folder, EGRESS);
  }

  /**
   * Waits for the next connection to one of the sockets.
   * @param ask makes the desktop connect
   * @param options the number with which the connection has to begin, if the socket has numbered ones
   * @throws if no connection arrives in time
   */
  async next(
    name: SocketName,
    ask: () => void,
    { number, withinMs = DIAL_WITHIN_MS }: { readonly number?: string; readonly withinMs?: number } = {},
  ): Promise<Socket> {
    const waiting = this.#waiting.get(name) ?? [];
    this.#waiting.set(name, waiting);
    return new Promise((resolve, reject) => {
      const waiter = {
        number,
        take: (socket: Socket): void => {
          clearTimeout(timer);
          resolve(socket);
        },
      };
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(waiter), 1);
        reject(new Error(`the desktop did not connect to its ${name} socket`));
      }, withinMs);
      waiting.push(waiter);
      ask();
    });
  }

  /**
   * Stops listening and closes the connections.
   * @param keep whether to keep the folder, so that another process can listen in it
   */
  async close(keep = false): Promise<void> {
    for (const socket of this.#open) socket.destroy();
    await Promise.all(
      this.#servers.map(async (server) => new Promise<void>((resolve) => server.close(() => resolve()))),
    );
    if (!keep) await rm(this.folder, { recursive: true, force: true });
  }

  async #serve(name: SocketName): Promise<void> {
    const path = join(this.folder, `${name}.sock`);
    await rm(path, { force: true });
    const server = createServer((socket) => void this.#connected(name, socket));
    this.#servers.push(server);
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(path, resolve);
    });
    // The desktop's user is unprivileged on this side, and connecting requires write permission. The folder above the desktop's
    // folder keeps out all other users of this machine.
    await chmod(path, 0o666);
  }

  async #connected(name: SocketName, socket: Socket): Promise<void> {
    socket.on('error', () => undefined);
    this.#open.add(socket);
    socket.once('close', () => this.#open.delete(socket));
    const number = NUMBERED.has(name) ? await firstLine(socket) : undefined;
    const waiting = this.#waiting.get(name) ?? [];
    const at = waiting.findIndex((waiter) => waiter.number === number);
    if (at === -1) socket.destroy();
    else waiting.splice(at, 1)[0]!.take(socket);
  }
}

const MAX_LINE = 64;

/** Reads a connection's first line and leaves the rest in it. @returns '' if there is none */
const firstLine = async (socket: Socket): Promise<string> =>
  new Promise((resolve) => {
    let line = '';
    const done = (all: string): void => {
      socket.off('readable', look);
      resolve(all);
    };
    const look = (): void => {
      for (let byte = read(); byte !== undefined; byte = read()) {
        if (byte === '\n') return done(line);
        line += byte;
        if (line.length > MAX_LINE) return done('');
      }
    };
    const read = (): string | undefined => (socket.read(1) as Buffer | null)?.toString('latin1');
    socket.on('readable', look);
    socket.once('close', () => done(''));
  });
