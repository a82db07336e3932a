import { createServer } from 'node:net';
import { hasCode } from './problem.ts';

/** Whether this process could listen on a loopback port now. */
export const isFree = async (port: number, host = '127.0.0.1'): Promise<boolean> => {
  const server = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ port, host, exclusive: true }, resolve);
    });
    return true;
  } catch (error) {
    if (hasCode(error, 'EADDRINUSE', 'EACCES')) return false;
    throw error;
  } finally {
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  }
};

/** A loopback port that nobody holds at this moment. */
export const freePort = async (): Promise<number> => {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port: 0, host: '127.0.0.1' }, resolve);
  });
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return address.port;
};
