import type { Socket } from 'node:net';
import type { ByteReader } from './reader.ts';

const VERSION = 'RFB 003.008\n';
const NONE = 1;
/**
 * Maximum number of pixels. A desktop may claim any size, but all of ours have the same size, and a larger one would only waste
 * memory.
 */
const MAX_PIXELS = 4_096 * 4_096;
const MAX_NAME = 4_096;

/** Answers a server's greeting (RFC 6143, 7.1 to 7.3) without a password, because the socket already restricts access. */
export const shakeHands = async (
  socket: Socket,
  reader: ByteReader,
): Promise<{ readonly width: number; readonly height: number }> => {
  const version = (await reader.read(12)).toString('latin1');
  if (!/^RFB 003\.\d{3}\n$/.test(version)) throw new Error('this is not an RFB server');
  socket.write(VERSION);
  const count = (await reader.read(1)).readUInt8();
  const types = await reader.read(count);
  if (!types.includes(NONE)) throw new Error('the RFB server requires a password');
  socket.write(Buffer.from([NONE]));
  if ((await reader.read(4)).readUInt32BE() !== 0) throw new Error('the RFB server refused the connection');
  // Ask for a shared session, because a live view has its own connection.
  socket.write(Buffer.from([1]));
  const init = await reader.read(24);
  const width = init.readUInt16BE(0);
  const height = init.readUInt16BE(2);
  const name = init.readUInt32BE(20);
  if (width * height === 0 || width * height > MAX_PIXELS || name > MAX_NAME) {
    throw new Error('the RFB server announced an invalid screen size');
  }
  await reader.read(name);
  return { width, height };
};
