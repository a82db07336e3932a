import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ControlGate } from '../../src/desktop/control.ts';
import type { WatchedDesktop } from '../../src/desktop/live-view/desktop.ts';

/** The viewers' actions on the screen, as the server understood them. */
export interface Received {
  readonly keys: readonly string[];
  readonly pointers: readonly string[];
  readonly pasted: readonly string[];
  /** Text that was entered through the worker, in pieces, each with its method of entry. */
  readonly entered: readonly string[];
  /** Number of viewers that requested exclusive use of the screen. */
  readonly alone: number;
  readonly sessions: number;
}

export interface RfbScreen {
  readonly path: string;
  readonly received: () => Received;
  readonly enter: WatchedDesktop['enter'];
  /** Ends every session. */
  readonly drop: () => void;
  readonly close: () => Promise<void>;
}

const WIDTH = 320;
const HEIGHT = 200;

const u16 = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(2 * values.length);
  for (const [i, value] of values.entries()) bytes.writeUInt16BE(value, 2 * i);
  return bytes;
};

const FORMAT = Buffer.from([32, 24, 0, 1, 0, 255, 0, 255, 0, 255, 0, 8, 16, 0, 0, 0]);
const INIT = Buffer.concat([u16(WIDTH, HEIGHT), FORMAT, Buffer.from([0, 0, 0, 4]), Buffer.from('test')]);

/** Returns one raw rectangle: red on the left, blue on the right. */
const picture = (): Buffer => {
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 4);
  for (let i = 0; i < WIDTH * HEIGHT; i += 1) pixels[4 * i + (i % WIDTH < WIDTH / 2 ? 0 : 2)] = 255;
  return Buffer.concat([Buffer.from([0, 0]), u16(1, 0, 0, WIDTH, HEIGHT), Buffer.alloc(4), pixels]);
};

/** Returns a function that reads exact numbers of bytes from a socket, one after the other. */
const readerOf = (socket: Socket) => {
  const chunks = socket[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let held = Buffer.alloc(0);
  return async (size: number): Promise<Buffer> => {
    while (held.length < size) {
      const { value, done } = await chunks.next();
      if (done === true) throw new Error('the viewer went away');
      held = Buffer.concat([held, value]);
    }
    const taken = held.subarray(0, size);
    held = held.subarray(size);
    return taken;
  };
};

/**
 * Creates a server of RFB 3.8 (RFC 6143) on a unix socket that draws a still picture and records the viewers' actions. It is
 * strict: anything outside the protocol ends the session.
 */
export const createRfbScreen = async (): Promise<RfbScreen> => {
  const path = join(tmpdir(), `screen-${randomBytes(6).toString('hex')}.sock`);
  const [keys, pointers, pasted, entered] = [[], [], [], []] as [string[], string[], string[], string[]];
  const sockets = new Set<Socket>();
  const count = { alone: 0, sessions: 0 };
  const serve = async (socket: Socket): Promise<void> => {
    const read = readerOf(socket);
    socket.write('RFB 003.008\n');
    if ((await read(12)).toString() !== 'RFB 003.008\n') throw new Error('version');
    socket.write(Buffer.from([1, 1]));
    if ((await read(1))[0] !== 1) throw new Error('security');
    socket.write(Buffer.alloc(4));
    if ((await read(1))[0] === 0) count.alone += 1;
    socket.write(INIT);
    count.sessions += 1;
    for (;;) {
      const type = (await read(1))[0];
      if (type === 0) await read(19);
      else if (type === 2) await read(4 * (await read(3)).readUInt16BE(1));
      else if (type === 3) {
        // Nothing changes on the screen, so the server answers only requests for a whole picture.
        if ((await read(9))[0] === 0) socket.write(picture());
      } else if (type === 4) {
        const key = await read(7);
        keys.push(`${key[0] === 0 ? 'up' : 'down'} ${key.readUInt32BE(3).toString(16)}`);
      } else if (type === 5) {
        const event = await read(5);
        pointers.push(`${event[0]} ${event.readUInt16BE(1)},${event.readUInt16BE(3)}`);
      } else if (type === 6) pasted.push((await read((await read(7)).readInt32BE(3))).toString('latin1'));
      else throw new Error(`type ${type}`);
    }
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    serve(socket).catch(() => socket.destroy());
  });
  await new Promise<void>((listening) => server.listen(path, listening));
  const drop = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    path,
    received: () => ({ keys, pointers, pasted, entered, ...count }),
    enter: async (text, how) => {
      entered.push(`${how} ${text}`);
    },
    drop,
    close: async () => {
      drop();
      await new Promise((closed) => server.close(closed));
      await rm(path, { force: true });
    },
  };
};

/** Returns a desktop that shows this screen, with a real gate for control. */
export const watchedScreen = (
  screen: RfbScreen,
  teamId: string,
): WatchedDesktop & { readonly control: ControlGate; readonly end: () => void } => {
  const control = new ControlGate();
  const { promise, resolve } = Promise.withResolvers<void>();
  return {
    teamId,
    dial: async () => {
      const socket = connect(screen.path);
      await new Promise((connected, failed) => socket.once('connect', connected).once('error', failed));
      return socket;
    },
    enter: screen.enter,
    control,
    closed: promise,
    end: () => {
      control.close();
      resolve();
    },
  };
};
