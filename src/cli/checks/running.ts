import pg from 'pg';
import { isReady } from '../../provision/own-processes.ts';
import type { ServiceFile } from '../../provision/service-file.ts';
import { connectContainerEngine } from '../../sandbox/connect.ts';
import { temporalTroubleIn } from '../../temporal/trouble.ts';
import type { CheckFinding } from './finding.ts';

/** A part that does not respond is reported as wrong if the service is running, and otherwise as a note. */
const away = (isUp: boolean): 'wrong' | 'note' => (isUp ? 'wrong' : 'note');

export const checkService = async (service: ServiceFile | undefined): Promise<CheckFinding> => {
  const name = 'service';
  if (service === undefined)
    return { name, state: 'note', found: 'never started here', meaning: 'run npm start' };
  if (await isReady(service.url))
    return { name, state: 'ok', found: service.url, meaning: `pid ${service.pid}` };
  return {
    name,
    state: 'note',
    found: 'not running',
    meaning: 'npm start restarts it with its data',
  };
};

export const checkDatabase = async (url: string | undefined, isUp: boolean): Promise<CheckFinding> => {
  const name = 'database answers';
  if (url === undefined)
    return { name, state: 'note', found: 'none yet', meaning: 'the first start creates one' };
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3_000 });
  try {
    await client.connect();
    const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
    return { name, state: 'ok', found: `Postgres ${rows[0]?.server_version ?? ''}`, meaning: '' };
  } catch (error) {
    return {
      name,
      state: away(isUp),
      found: 'no',
      meaning: error instanceof Error ? error.message : String(error),
    };
  } finally {
    await client.end().catch(() => undefined);
  }
};

/** @param env contains the settings for the connection to Temporal, except for its address */
export const checkTemporalServer = async (
  address: string | undefined,
  { env, isUp }: { readonly env: NodeJS.ProcessEnv; readonly isUp: boolean },
): Promise<CheckFinding> => {
  const name = 'Temporal answers';
  if (address === undefined)
    return { name, state: 'note', found: 'none yet', meaning: 'the first start creates one' };
  const trouble = await temporalTroubleIn({ ...env, TEMPORAL_ADDRESS: address });
  if (trouble === undefined) return { name, state: 'ok', found: address, meaning: '' };
  const meaning = `${trouble}; runs are accepted and start when Temporal is available again`;
  return { name, state: away(isUp), found: `no (${address})`, meaning };
};

/** Checks the container engine for sandboxes, which is only needed to run code. */
export const checkContainers = async (host: string): Promise<CheckFinding> => {
  const name = 'container engine';
  try {
    const { Version } = await connectContainerEngine(host, 5_000).version();
    return { name, state: 'ok', found: `${Version} (${host})`, meaning: '' };
  } catch {
    const meaning = 'code execution is off; everything else works';
    return { name, state: 'note', found: `none at ${host}`, meaning };
  }
};
