import { join } from 'node:path';
import { prepareTemporalFile } from './temporal-file.ts';
import { freePort, requireFree } from './ports.ts';
import { ProvisionError } from './problem.ts';
import type { Progress } from '../process/progress.ts';
import type { StartSettings } from './settings.ts';
import type { Supervisor } from './supervisor.ts';
import { ensureTemporalBinary } from './temporal-binary.ts';
import { temporalTroubleIn } from '../temporal/trouble.ts';
import { startTemporal } from './temporal.ts';

export interface TemporalServer {
  readonly address: string;
  /** Null without a Web UI, or if the server in TEMPORAL_ADDRESS is used and TEMPORAL_UI_URL is not set. */
  readonly uiUrl: string | null;
  /** Where only the API should reach the Web UI; null if the Web UI is not ours. */
  readonly uiUpstream: string | null;
}

/** Provides a Temporal server: the one in TEMPORAL_ADDRESS, or otherwise our own development server with its Web UI. */
export const provideTemporal = async (
  settings: StartSettings,
  env: NodeJS.ProcessEnv,
  { step }: Progress,
  supervisor: Supervisor,
): Promise<TemporalServer> => {
  const { TEMPORAL_ADDRESS: address, TEMPORAL_UI_URL: uiUrl } = settings;
  if (address !== undefined) {
    await step('Temporal', async () => requireAnswer(address, env));
    return { address, uiUrl: uiUrl ?? null, uiUpstream: null };
  }
  const { TEMPORAL_PORT: port, TEMPORAL_UI_PORT: uiPort, PRAMAAN_DATA_DIR: dataDir } = settings;
  await requireFree({ port, by: 'Temporal', setting: 'TEMPORAL_PORT' });
  await requireFree({ port: uiPort, by: "Temporal's Web UI", setting: 'TEMPORAL_UI_PORT' });
  const innerPort = settings.TEMPORAL_WEB_UI === 'off' ? undefined : await freePort();
  const binary = await step('program temporal', ensureTemporalBinary);
  const dbFile = await prepareTemporalFile(dataDir);
  const start = async () =>
    startTemporal({
      binary,
      dbFile,
      port,
      ...(innerPort !== undefined && { uiPort: innerPort }),
      codecEndpoint: `http://127.0.0.1:${settings.PORT}/v1/temporal/codec`,
      logFile: join(dataDir, 'log/temporal.log'),
    });
  const temporal = await step('Temporal', async () =>
    supervisor.add({ name: 'Temporal', start, stopSignal: 'SIGTERM', patienceMs: 15_000, giveUpAfter: 5 }),
  );
  return {
    address: temporal.address,
    uiUrl: innerPort === undefined ? null : `http://127.0.0.1:${uiPort}`,
    uiUpstream: innerPort === undefined ? null : `http://127.0.0.1:${innerPort}`,
  };
};

const requireAnswer = async (address: string, env: NodeJS.ProcessEnv): Promise<void> => {
  const trouble = await temporalTroubleIn({ ...env, TEMPORAL_ADDRESS: address });
  if (trouble === undefined) return;
  throw new ProvisionError(
    `The Temporal server at ${address} cannot be used: ${trouble}.`,
    'Start it, or correct TEMPORAL_ADDRESS, or unset TEMPORAL_ADDRESS to start a server here.',
  );
};
