import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adoptDesktops } from '../../activities/operator/adopt-desktops.ts';
import type { DesktopDependencies } from '../../activities/operator/dependencies.ts';
import { createDesktopActivities } from '../../activities/operator/index.ts';
import { createDesktopLeases, DesktopHost } from '../../desktop/index.ts';
import { egressLimitsOf } from '../../desktop/egress-proxy/index.ts';
import { parsePinnedHost } from '../../governance/pinned-hosts.ts';
import { createEventSink } from '../../events/store.ts';
import { newId } from '../../ids.ts';
import { CREDENTIAL_PURPOSE } from '../../store/credentials/credentials.ts';
import { KeyRing } from '../../store/crypto/key-ring.ts';
import { LINK_PURPOSE } from '../../desktop/live-view/link.ts';
import { startWorkerLink } from '../../desktop/live-view/worker-link.ts';
import { allModels } from '../../model/settings.ts';
import { freezeDesktops } from './freeze-desktops.ts';
import { connectContainerEngine } from '../../sandbox/connect.ts';
import { makePrivateFolder } from '../../sandbox/private-folder.ts';
import { installationOf } from '../installation.ts';
import type { WorkerParts } from '../parts.ts';
import { pinnedNetwork } from '../pinned-network.ts';

const LEASE_TTL_MS = 60_000;
/** Interval between adoptions, in milliseconds. It is well below the time that a desktop can survive without a worker. */
const ADOPT_EVERY_MS = 5_000;
const SECCOMP = new URL('../../../images/desktop/seccomp.json', import.meta.url);

/** Creates a folder for this user in the temporary folder, where another user of the machine may already have taken any name. */
const ownFolder = async (): Promise<string> => {
  const folder = join(tmpdir(), `pramaan-desktops-${process.getuid?.() ?? 0}`);
  await makePrivateFolder(folder);
  return folder;
};

/** Creates the desktop host for this machine's container engine. */
export const createDesktops = async (
  parts: WorkerParts,
  options: {
    readonly dockerHost: string;
    readonly image: () => Promise<string>;
    readonly queueOf: (host: string) => string;
  },
) => {
  const { config, log } = parts;
  const installation = installationOf(config);
  const desktops = new DesktopHost({
    docker: connectContainerEngine(options.dockerHost, 60_000),
    image: options.image,
    seccomp: await readFile(SECCOMP, 'utf8'),
    installation,
    leases: createDesktopLeases({
      pool: parts.pool,
      host: config.SANDBOX_HOST,
      // Differs from the owner of other sandboxes, because each host object manages only its own sandboxes.
      owner: newId('act'),
      ttlMs: LEASE_TTL_MS,
    }),
    log,
    sockets: join(config.DESKTOP_SOCKETS ?? (await ownFolder()), installation),
    // Without a model, nobody uses desktops, so none is kept ready because each takes memory.
    ready: config.DESKTOP_READY ?? (allModels(config).length === 0 ? 0 : 1),
    max: config.DESKTOP_MAX,
  });
  const events = createEventSink(parts.pool, (error) =>
    log.debug({ error }, 'stream events dropped: they could not be sent'),
  );
  const operators: DesktopDependencies = {
    db: parts.db,
    ledger: parts.ledger,
    vaultRing: parts.vaultRing,
    credentialRing: new KeyRing(config.ENCRYPTION_KEYS, CREDENTIAL_PURPOSE),
    fileKinds: config.OPERATOR_FILE_KINDS,
    suspensions: parts.suspensions,
    events,
    desktops,
    network: pinnedNetwork(config.EGRESS_PINNED.flatMap((entry) => parsePinnedHost(entry) ?? [])),
    egressLimits: egressLimitsOf(config),
    byElements: config.OPERATOR_TOOLS === 'elements',
    host: config.SANDBOX_HOST,
    queueOf: options.queueOf,
    onFenceError: (error) => log.warn({ error }, 'egress proxy error'),
  };
  const stopAdopting = keepAdopting(operators, log);
  const stopFreezing = freezeDesktops({ db: parts.db, desktops, suspensions: parts.suspensions, log });
  const link = await startWorkerLink({
    ring: new KeyRing(config.ENCRYPTION_KEYS, LINK_PURPOSE),
    host: config.DESKTOP_LINK_HOST,
    port: config.DESKTOP_LINK_PORT,
    announced: config.DESKTOP_LINK_ADDRESS,
    desktops,
    ledger: parts.ledger,
    onError: (error) => log.warn({ error }, 'live view error'),
  });
  return {
    desktops,
    activities: createDesktopActivities(operators),
    /** Address by which the API reaches this host's desktops for live views. */
    viewAddress: link.address,
    close: async (): Promise<void> => {
      stopFreezing();
      await stopAdopting();
      await link.close();
      await desktops.close();
      await events.close();
    },
  };
};

/** Adopts desktops whose worker is gone, both at the start and later, when another worker may stop. */
const keepAdopting = (operators: DesktopDependencies, log: WorkerParts['log']): (() => Promise<void>) => {
  let looking: Promise<void> | undefined;
  const look = async (): Promise<void> => {
    try {
      const count = await adoptDesktops(operators);
      if (count > 0) log.info({ count }, 'took over desktops from an earlier worker');
    } catch (error) {
      log.warn({ error }, 'desktops without a worker could not be listed');
    }
    looking = undefined;
  };
  const begin = (): void => void (looking ??= look());
  begin();
  const timer = setInterval(begin, ADOPT_EVERY_MS);
  return async () => {
    clearInterval(timer);
    await looking;
  };
};
