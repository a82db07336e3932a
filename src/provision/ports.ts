import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { portHolder } from './port-holder.ts';
import { hasCode } from '../process/system-error.ts';
import { ProvisionError } from './problem.ts';

/** Returns whether this process could listen on a loopback port now. */
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

// Below the range that systems use for outgoing connections: a port in that range can be taken by a connection while its server
// restarts.
const [LOWEST, HIGHEST] = [10_000, 32_000];

/** Returns a loopback port that nobody holds at this moment. */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(LOWEST, HIGHEST);
    if (await isFree(port)) return port;
  }
};

/** A port that one of our processes will listen on, and the setting that moves it. */
export interface WantedPort {
  readonly port: number;
  /** "the API", "the database" */
  readonly by: string;
  /** The environment variable that sets it. */
  readonly setting: string;
}

/** @throws ProvisionError naming who holds the port, when that can be found out, and the setting that moves it */
export const requireFree = async ({ port, by, setting }: WantedPort): Promise<void> => {
  if (await isFree(port)) return;
  const holder = (await portHolder(port)) ?? 'another process';
  const other = await freePort();
  throw new ProvisionError(
    `Port ${port}, which ${by} needs, is in use by ${holder}.`,
    `Stop that process, or use another port: ${setting}=${other} npm start`,
  );
};
