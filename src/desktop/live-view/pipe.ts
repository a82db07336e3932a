import type { Duplex } from 'node:stream';
import type { RawData, WebSocket } from 'ws';

/** Waiting bytes above which a side that reads slowly makes the other wait. */
const HIGH_WATER = 1_048_576;

/** Sends data and, if too much is waiting to be sent, pauses the source until it has gone. */
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

/** Writes data and, if too much is waiting to be written, pauses the source until it has gone. */
export const writePaced = (
  to: Duplex,
  data: Buffer,
  source: { pause(): unknown; resume(): unknown },
): void => {
  if (data.length === 0 || !to.writable || to.write(data)) return;
  source.pause();
  to.once('drain', () => source.resume());
};

/** Returns the bytes of a message, in whatever form it was handed over. */
export const bytesOf = (data: RawData): Buffer => {
  if (Array.isArray(data)) return Buffer.concat(data);
  return Buffer.isBuffer(data) ? data : Buffer.from(data);
};

const BEAT_MS = 20_000;

/**
 * Pings the other end regularly, and gives it up if it has not answered by the next time. After this process itself stood still,
 * the other end gets another turn, because its answer may have arrived unread.
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
 * Joins two WebSockets: passes messages on unchanged, and closes both as soon as one closes.
 * @param lost close code if one of them just broke
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

/** Closes a paused socket. It has to read once more to receive the other side's close. */
export const turnAway = (socket: WebSocket, code: number): void => {
  socket.close(code);
  socket.resume();
};
