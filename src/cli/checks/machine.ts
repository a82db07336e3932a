import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import pg from 'pg';
import { isFree } from '../../provision/ports.ts';
import { portHolder } from '../../provision/port-holder.ts';
import type { StartSettings } from '../../provision/settings.ts';
import type { CheckFinding } from './finding.ts';

const ENOUGH_BYTES = 2e9;
const CLOCK_TOLERANCE_MS = 2_000;

export const checkDisk = async ({ PRAMAAN_DATA_DIR: dataDir }: StartSettings): Promise<CheckFinding> => {
  const { bavail, bsize } = await statfs(dataDir).catch(async () => statfs(dirname(dataDir)));
  const free = bavail * bsize;
  const found = `${(free / 1e9).toFixed(1)} GB free`;
  return free < ENOUGH_BYTES
    ? {
        name: 'disk',
        state: 'wrong',
        found,
        meaning: `less than ${ENOUGH_BYTES / 1e9} GB: free some space before the disk is full`,
      }
    : { name: 'disk', state: 'ok', found, meaning: '' };
};

/** Checks that the ports needed for the next start are free. While the service is running, it uses them itself. */
export const checkPorts = async (settings: StartSettings, isUp: boolean): Promise<CheckFinding> => {
  const name = 'ports';
  const wanted = [
    ['PORT', settings.PORT],
    ...(settings.DATABASE_URL === undefined ? [['POSTGRES_PORT', settings.POSTGRES_PORT] as const] : []),
    ...(settings.TEMPORAL_ADDRESS === undefined
      ? [
          ['TEMPORAL_PORT', settings.TEMPORAL_PORT] as const,
          ['TEMPORAL_UI_PORT', settings.TEMPORAL_UI_PORT] as const,
        ]
      : []),
  ] as const;
  const found = wanted.map(([, port]) => port).join(' ');
  if (isUp) return { name, state: 'ok', found, meaning: 'in use by the running service' };
  const busy: string[] = [];
  for (const [setting, port] of wanted) {
    if (!(await isFree(port)))
      busy.push(
        `${port} is in use by ${(await portHolder(port)) ?? 'another process'}: set ${setting} to another port`,
      );
  }
  return busy.length === 0
    ? { name, state: 'ok', found: `${found} free`, meaning: '' }
    : { name, state: 'wrong', found, meaning: busy.join('; ') };
};

/**
 * Compares this machine's clock with the database's. Ledger entries and key expiry use the database's time, so a machine clock
 * that differs makes the logs misleading.
 */
export const checkClock = async (databaseUrl: string | undefined): Promise<CheckFinding> => {
  const name = 'clock';
  const found = new Date().toISOString();
  const unknown: CheckFinding = { name, state: 'note', found, meaning: 'no database to compare with' };
  if (databaseUrl === undefined) return unknown;
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 3_000 });
  try {
    await client.connect();
    const before = Date.now();
    const { rows } = await client.query<{ now: Date }>('SELECT clock_timestamp() AS now');
    const theirs = rows[0]?.now.getTime() ?? Number.NaN;
    const off = Math.round(theirs - (before + Date.now()) / 2);
    return Math.abs(off) <= CLOCK_TOLERANCE_MS
      ? { name, state: 'ok', found, meaning: `${off} ms off the database clock` }
      : {
          name,
          state: 'wrong',
          found,
          meaning: `${off} ms off the database clock: synchronise both clocks with NTP`,
        };
  } catch {
    return unknown;
  } finally {
    await client.end().catch(() => undefined);
  }
};
