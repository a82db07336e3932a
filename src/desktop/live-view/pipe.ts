import type { Duplex } from 'node:stream';
import type { RawData, WebSocket } from 'ws';

/** Number of buffered bytes above which the other side has to wait for a slow reader. */
const HIGH_WATER = 1_048_576;

/** Sends data. If too much data is buffered, pauses the source until the buffer has been sent. */
export const sendPaced = (
  to: WebSocket,
  data: Buffer | string,
  source: { pause(): unknown; resume(): unknown },
): void => {
  if (to.readyState !== to.OPEN) return;
  if (to.bufferedAmount <= HIGH_WATER) {
    to.send(data);
    return;
  }
  source.pause();
  to.send(data, () => source.resume());
};

/** Writes data. If too much data is buffered, pauses the source until the buffer has been written. */
export const writePaced = (
  to: Duplex,
  data: Buffer,
  source: { pause(): unknown; resume(): unknown },
): void => {
  if (data.length === 0 || !to.writable || to.write(data)) return;
  source.pause();
  to.once('drain', () => source.resume());
};

/** Returns a message's bytes, whichever type holds them. */
export const bytesOf = (data: RawData): Buffer => {
  if (Array.isArray(data)) return Buffer.concat(data);
  return Buffer.isBuffer(data) ? data : Buffer.from(data);
};

const BEAT_MS = 20_000;

/**
 * Pings the other end regularly, and closes the connection if the last ping was not answered. If this process itself was
 * stalled, the other end gets another chance, because its pong may have arrived but not been read yet.
 */
export const keepWatch = (socket: WebSocket, everyMs = BEAT_MS): void => {
  let answered = true;
  let looked = performance.now();
  socket.on('pong', () => (answered = true));
  const timer = setInterval(() => {
    const stoodStill = performance.now() - looked > everyMs * 1.5;
    looked = performance.now();
    if (!answered && !stoodStill) socket.terminate();
    else if (socket.readyState === socket.OPEN) {
      answered = false;
      socket.ping();
    }
  }, everyMs);
  socket.once('close', () => clearInterval(timer));
};

/**
 * Joins two WebSockets: forwards messages unchanged, and closes both as soon as one closes.
 * @param lost close code to use if one of them closed without one of our codes
 */
export const joinSockets = (one: WebSocket, other: WebSocket, lost: number): void => {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.on('message', (data, isBinary) =>
      sendPaced(to, isBinary ? bytesOf(data) : bytesOf(data).toString(), from),
    );
    from.on('close', (code) => to.close(code >= 4_000 && code < 5_000 ? code : lost));
    from.on('error', () => to.close(lost));
  }
};

/** Closes a paused socket. The socket has to resume reading in order to receive the other side's close. */
export const turnAway = (socket: WebSocket, code: number): void => {
  socket.close(code);
  socket.resume();
};
