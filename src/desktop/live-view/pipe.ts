import type { Duplex } from 'node:stream';
import type { RawData, WebSocket } from 'ws';

/** Above this a side that reads slowly makes the other wait. */
const HIGH_WATER = 1_048_576;

/** Sends and, when too much waits to be sent, holds the source until it has gone. */
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

/** Writes and, when too much waits to be written, holds the source until it has gone. */
export const writePaced = (
  to: Duplex,
  data: Buffer,
  source: { pause(): unknown; resume(): unknown },
): void => {
  if (data.length === 0 || !to.writable || to.write(data)) return;
  source.pause();
  to.once('drain', () => source.resume());
};

/** The bytes of a message, in whatever way they were handed over. */
export const bytesOf = (data: RawData): Buffer => {
  if (Array.isArray(data)) return Buffer.concat(data);
  return Buffer.isBuffer(data) ? data : Buffer.from(data);
};

const BEAT_MS = 20_000;

/**
 * Asks the other end for a sign of life now and then, and gives up one that has not answered by the next time. After this
 * process itself stood still the other end gets another turn: its answer may be here, unread.
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

/** Joins two WebSockets: messages as they are, both closed as soon as one is. @param lost code where one just broke */
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

/** Ends a socket that was paused: it has to read once more, for the other side's goodbye. */
export const turnAway = (socket: WebSocket, code: number): void => {
  socket.close(code);
  socket.resume();
};
