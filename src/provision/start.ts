import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { loadConfig } from '../config.ts';
import { openKeys } from '../open-keys.ts';
import { ensureConsole } from './console.ts';
import { provideContainers } from './containers.ts';
import { provideDatabase, publishSigningKeys } from './database.ts';
import { provideTemporal } from './temporal-server.ts';
import { provideLink } from './local-administrator.ts';
import { provideKey } from './local-key.ts';
import { stopOrphans } from './orphans.ts';
import { api, worker } from './own-processes.ts';
import { requireFree } from './ports.ts';
import type { Progress } from '../process/progress.ts';
import { loadSecrets } from './secrets.ts';
import { readServiceFile, writeServiceFile } from './service-file.ts';
import type { ServiceFile } from './service-file.ts';
import type { StartSettings } from './settings.ts';
import type { Supervisor } from './supervisor.ts';

/** The running service, and how people sign in to it. */
export interface Started {
  readonly service: ServiceFile;
  /** The sign-in page, or without an identity provider a link for the local administrator. */
  readonly signIn: string | null;
  readonly hasProvider: boolean;
}

/**
 * Starts the service's dependencies and then the service itself. The caller must hold the start lock. After a failure, the
 * supervisor stops everything that was started.
 * @param env is passed on to the API and the worker, together with the settings determined here
 */
export const start = async (
  settings: StartSettings,
  env: NodeJS.ProcessEnv,
  progress: Progress,
  supervisor: Supervisor,
): Promise<Started> => {
  const dataDir = settings.PRAMAAN_DATA_DIR;
  const logDir = join(dataDir, 'log');
  await mkdir(logDir, { recursive: true });
  const orphans = await stopOrphans(dataDir);
  if (orphans > 0) progress.say(`  ✓ stopped ${orphans} processes left behind by an earlier start`);
  await requireFree({ port: settings.PORT, by: 'the API', setting: 'PORT' });
  const secrets = await loadSecrets(dataDir);
  const earlier = await readServiceFile(dataDir);

  const [{ url: databaseUrl, adminUrl }, temporal, containers] = await together(
    provideDatabase(settings, secrets, progress, supervisor),
    provideTemporal(settings, env, progress, supervisor),
    provideContainers(env, progress, supervisor),
    progress.step('console', ensureConsole),
  );
  const url = `http://${settings.HOST === '0.0.0.0' ? '127.0.0.1' : settings.HOST}:${settings.PORT}`;
  const publicUrl = (env['PUBLIC_BASE_URL'] || url).replace(/\/+$/, '');
  const own = {
    logDir,
    env: {
      ...env,
      DATABASE_URL: databaseUrl,
      // The service does not need the owner's rights.
      DATABASE_MIGRATION_URL: '',
      TEMPORAL_ADDRESS: temporal.address,
      TEMPORAL_UI_URL: temporal.uiUrl ?? '',
      TEMPORAL_UI_UPSTREAM: temporal.uiUpstream ?? '',
      TEMPORAL_UI_PORT: String(settings.TEMPORAL_UI_PORT),
      DOCKER_HOST: containers?.host ?? '',
      ENCRYPTION_KEYS: settings.ENCRYPTION_KEYS ?? secrets.encryption_keys,
      HOST: settings.HOST,
      PORT: String(settings.PORT),
    },
  };
  const config = loadConfig(await openKeys(own.env));
  await publishSigningKeys(adminUrl, config);
  const [key] = await together(
    provideKey(databaseUrl, config.ENCRYPTION_KEYS, earlier?.api_key),
    progress.step('worker', async () => supervisor.add(worker(own))),
    progress.step('API', async () => supervisor.add(api(own, url))),
  );
  const service = {
    url,
    api_key: key,
    temporal_ui_url: temporal.uiUrl,
    temporal_address: temporal.address,
    database_url: databaseUrl,
    docker_host: containers?.host ?? null,
    pid: process.pid,
  };
  await writeServiceFile(dataDir, service);
  const hasProvider = (env['OIDC_ISSUER'] ?? '') !== '';
  const signIn = hasProvider ? `${publicUrl}/v1/auth/sign-in` : await provideLink(databaseUrl, publicUrl);
  return { service, signIn, hasProvider };
};

/**
 * Works like Promise.all, but waits for all tasks before reporting a failure, so that nothing is still starting when everything
 * is stopped.
 */
const together = async <T extends readonly Promise<unknown>[]>(
  ...tasks: T
): Promise<{ [K in keyof T]: Awaited<T[K]> }> => {
  await Promise.allSettled(tasks);
  return Promise.all(tasks) as Promise<{ [K in keyof T]: Awaited<T[K]> }>;
};
