import type { Socket } from 'node:net';

/**
 * Reads the beginning of what a socket has to say, and puts it back.
 * @param read what the bytes so far say, or undefined for more
 * @returns undefined when the socket ended, or said too little within the time or too much to make sense of
 */
export const peek = async <T>(
  socket: Socket,
  read: (bytes: Buffer) => T | undefined,
  { withinMs, most }: { readonly withinMs: number; readonly most: number },
): Promise<{ readonly said: T | undefined; readonly bytes: number }> => {
  const { promise, resolve } = Promise.withResolvers<T | undefined>();
  let bytes = Buffer.alloc(0);
  const gone = (): void => resolve(undefined);
  const timer = setTimeout(gone, withinMs);
  const take = (chunk: Buffer): void => {
    bytes = Buffer.concat([bytes, chunk]);
    const said = read(bytes);
    if (said !== undefined || bytes.length > most) resolve(said);
  };
  socket.on('data', take);
  socket.once('close', gone);
  socket.once('end', gone);
  // One that was paused before stays so for a listener alone.
  socket.resume();
  try {
    const said = await promise;
    return { said, bytes: bytes.length };
  } finally {
    clearTimeout(timer);
    socket.pause();
    socket.off('data', take);
    socket.off('close', gone);
    socket.off('end', gone);
    if (bytes.length > 0 && !socket.destroyed) socket.unshift(bytes);
  }
};
