import { chmod, mkdir, rm } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';

/** A desktop's sockets on which this side listens; the egress proxy listens on `egress.sock`. */
const NAMES = ['ctl', 'rfb', 'observe', 'files'] as const;
export type SocketName = (typeof NAMES)[number];

const EGRESS = 'egress.sock';
const DIAL_WITHIN_MS = 5_000;

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
  readonly #waiting = new Map<SocketName, ((socket: Socket) => void)[]>();
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
   * @throws if no connection arrives in time
   */
  async next(name: SocketName, ask: () => void, withinMs = DIAL_WITHIN_MS): Promise<Socket> {
    const waiting = this.#waiting.get(name) ?? [];
    this.#waiting.set(name, waiting);
    return new Promise((resolve, reject) => {
      const take = (socket: Socket): void => {
        clearTimeout(timer);
        resolve(socket);
      };
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(take), 1);
        reject(new Error(`the desktop did not connect to its ${name} socket`));
      }, withinMs);
      waiting.push(take);
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
    const server = createServer((socket) => this.#connected(name, socket));
    this.#servers.push(server);
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(path, resolve);
    });
    // The desktop's user is unprivileged on this side, and connecting requires write permission. The folder above the desktop's
    // folder keeps out all other users of this machine.
    await chmod(path, 0o666);
  }

  #connected(name: SocketName, socket: Socket): void {
    socket.on('error', () => undefined);
    const take = this.#waiting.get(name)?.shift();
    if (take === undefined) return void socket.destroy();
    this.#open.add(socket);
    socket.once('close', () => this.#open.delete(socket));
    take(socket);
  }
}
