import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';
import { startPostgres } from '../../src/provision/postgres.ts';
import { startTemporal } from '../../src/provision/temporal.ts';
import { migrate } from '../../src/store/db/migrate.ts';

type AtEnd = (stop: () => Promise<void>) => void;

/** Operations that a test can perform on its own server. */
interface Restartable {
  readonly kill: () => Promise<void>;
  /** Starts the server again with the same data, on the same port. */
  readonly restart: () => Promise<void>;
}

const scratchFolder = async (): Promise<string> => mkdtemp(join(inject('scratch'), 'restartable-'));

/** Starts a Temporal server that can be killed and started again; `atEnd` gets the function that stops it. */
export const startRestartableTemporal = async (
  atEnd: AtEnd,
): Promise<Restartable & { readonly address: string }> => {
  const folder = await scratchFolder();
  const start = async (port?: number) =>
    startTemporal({
      binary: inject('temporalBinary'),
      dbFile: join(folder, 'temporal.sqlite'),
      logFile: join(folder, 'temporal.log'),
      ...(port !== undefined && { port }),
    });
  let server = await start();
  atEnd(async () => server.stop(10_000));
  const { address } = server;
  return {
    address,
    kill: async () => {
      server.kill();
      await server.exited;
    },
    restart: async () => {
      server = await start(Number(address.split(':')[1]));
    },
  };
};

/** Starts a migrated database server that can be killed and started again; `atEnd` gets the function that stops it. */
export const startRestartablePostgres = async (
  atEnd: AtEnd,
): Promise<Restartable & { readonly url: string; readonly adminUrl: string }> => {
  const folder = await scratchFolder();
  const passwords = { admin: 'a-test', service: 's-test' };
  const start = async (port?: number) =>
    startPostgres({ dataDir: join(folder, 'postgres'), passwords, ...(port !== undefined && { port }) });
  let server = await start();
  atEnd(async () => server.stop(10_000));
  const { url, adminUrl, port } = server;
  await migrate(adminUrl);
  return {
    url,
    adminUrl,
    kill: async () => {
      server.kill();
      await server.exited;
    },
    restart: async () => {
      server = await start(port);
    },
  };
};
