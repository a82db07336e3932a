import type { Socket } from 'node:net';

/**
 * Reads the first bytes from a socket, and puts them back.
 * @param read interprets the bytes so far; returns undefined to request more
 * @returns `said` is undefined if the socket ended, did not send enough in time, or sent too much that could not be interpreted
 */
export const peek = async <T>(
  socket: Socket,
  read: (bytes: Buffer) => T | undefined,
  { withinMs, most }: { readonly withinMs: number; readonly most: number },
): Promise<{ readonly said: T | undefined; readonly bytes: number }> => {
  const { promise, resolve } = Promise.withResolvers<T | undefined>();
  const heard = new Heard();
  const gone = (): void => resolve(undefined);
  const timer = setTimeout(gone, withinMs);
  const take = (chunk: Buffer): void => {
    const bytes = heard.add(chunk);
    const said = read(bytes);
    if (said !== undefined || bytes.length > most) resolve(said);
  };
  socket.on('data', take);
  socket.once('close', gone);
  socket.once('end', gone);
  // Adding a listener does not resume a socket that was already paused.
  socket.resume();
  try {
    const said = await promise;
    return { said, bytes: heard.bytes.length };
  } finally {
    clearTimeout(timer);
    socket.pause();
    socket.off('data', take);
    socket.off('close', gone);
    socket.off('end', gone);
    if (heard.bytes.length > 0 && !socket.destroyed) socket.unshift(heard.bytes);
  }
};

/** Collects bytes as they arrive. The buffer doubles when it is full, so that bytes are not copied again for each new chunk. */
class Heard {
  #room = Buffer.alloc(4_096);
  #length = 0;

  get bytes(): Buffer {
    return this.#room.subarray(0, this.#length);
  }

  add(chunk: Buffer): Buffer {
    const length = this.#length + chunk.length;
    if (length > this.#room.length) {
      const room = Buffer.alloc(Math.max(2 * this.#room.length, length));
      this.bytes.copy(room);
      this.#room = room;
    }
    chunk.copy(this.#room, this.#length);
    this.#length = length;
    return this.bytes;
  }
}
