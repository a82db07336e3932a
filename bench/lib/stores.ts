import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silent } from '../../src/process/progress.ts';
import { ensureTemporalBinary } from '../../src/provision/temporal-binary.ts';
import { startTemporal } from '../../src/provision/temporal.ts';
import { openBenchDatabase } from './database.ts';

/** A database and a Temporal server of a bench's own, and the settings by which a service uses them. */
export interface BenchStores {
  readonly env: Readonly<Record<'DATABASE_URL' | 'TEMPORAL_ADDRESS' | 'ENCRYPTION_KEYS', string>>;
  readonly databaseUrl: string;
  readonly temporalAddress: string;
  readonly close: () => Promise<void>;
}

/** Starts Temporal beside the bench's database. */
export const openBenchStores = async (): Promise<BenchStores> => {
  const scratch = await mkdtemp(join(tmpdir(), 'pramaan-bench-'));
  const database = await openBenchDatabase();
  const temporal = await startTemporal({
    binary: await ensureTemporalBinary(silent, process.env),
    dbFile: join(scratch, 'temporal.sqlite'),
    logFile: join(scratch, 'temporal.log'),
  });
  return {
    env: {
      DATABASE_URL: database.url,
      TEMPORAL_ADDRESS: temporal.address,
      ENCRYPTION_KEYS: `bench:${randomBytes(32).toString('base64')}`,
    },
    databaseUrl: database.url,
    temporalAddress: temporal.address,
    close: async () => {
      await temporal.stop(10_000);
      await database.close();
      await rm(scratch, { recursive: true, force: true });
    },
  };
};
