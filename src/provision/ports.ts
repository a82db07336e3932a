import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { portHolder } from './port-holder.ts';
import { hasCode } from '../process/system-error.ts';
import { ProvisionError } from './problem.ts';

/** Returns whether this process could currently listen on a loopback port. */
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

// These ports are below the range that systems use for outgoing connections. Otherwise, an outgoing connection could take the
// port while its server restarts.
const [LOWEST, HIGHEST] = [10_000, 32_000];

/** Returns a loopback port that is currently free. */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(LOWEST, HIGHEST);
    if (await isFree(port)) return port;
  }
};

/** A port on which one of our processes will listen. */
export interface WantedPort {
  readonly port: number;
  /** The process's name in messages, such as "the API" or "the database". */
  readonly by: string;
  /** Name of the environment variable that sets the port. */
  readonly setting: string;
}

/** @throws ProvisionError naming the process that uses the port, if known, and the setting that changes the port */
export const requireFree = async ({ port, by, setting }: WantedPort): Promise<void> => {
  if (await isFree(port)) return;
  const holder = (await portHolder(port)) ?? 'another process';
  const other = await freePort();
  throw new ProvisionError(
    `Port ${port}, which ${by} needs, is in use by ${holder}.`,
    `Stop that process, or use another port: ${setting}=${other} npm start`,
  );
};
