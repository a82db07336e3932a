import type Docker from 'dockerode';
import { announceHost, retireHost, type SandboxHostState } from '../store/hosts/hosts.ts';
import type { SandboxHost } from '../sandbox/index.ts';
import type { WorkerParts } from './parts.ts';

const EVERY_MS = 5_000;
const AWAY = "This host's container engine does not respond. Sandboxes will be available again when it does.";
export const NO_ENGINE =
  'This worker has no container engine. Set DOCKER_HOST to one and restart the worker.';

/** A host's report without its counts. */
export type Condition = Pick<SandboxHostState, 'state' | 'detail'>;

export interface Announcer {
  readonly now: () => Promise<void>;
  /** Retires the host immediately. */
  readonly close: () => Promise<void>;
}

/** Announces this host's state to the API every few seconds. */
export const createAnnouncer = (
  { db, log, config }: WorkerParts,
  look: () => Promise<Condition & Partial<SandboxHostState>>,
): Announcer => {
  const now = async (): Promise<void> => {
    try {
      const state = { containers: 0, ready: 0, waiting: 0, ...(await look()) };
      await announceHost(db, { host: config.SANDBOX_HOST, runtime: config.SANDBOX_RUNTIME, ...state });
    } catch (error) {
      log.warn({ error }, 'the state of this sandbox host could not be published');
    }
  };
  const timer = setInterval(() => void now(), EVERY_MS);
  return {
    now,
    close: async () => {
      clearInterval(timer);
      await retireHost(db, config.SANDBOX_HOST).catch(() => undefined);
    },
  };
};

/** Consider a container engine unavailable after this many unanswered pings in a row. Fewer only mean that the engine is busy. */
const SILENT_LOOKS = 4;

/** Returns whether a connection failed immediately, because the socket does not exist or nobody is listening on it. */
const isRefusal = (error: unknown): boolean =>
  ['ENOENT', 'ECONNREFUSED'].includes((error as { code?: string }).code ?? '');

/**
 * Creates the check for a host with a container engine. It reports the host's condition and its pool's counts, or that the
 * container engine does not respond.
 */
export const createLook = (
  docker: Docker,
  sandboxes: SandboxHost,
  condition: () => Condition,
): (() => Promise<Condition & Partial<SandboxHostState>>) => {
  let silent = 0;
  return async () => {
    try {
      await docker.ping();
      silent = 0;
    } catch (error) {
      silent = isRefusal(error) ? SILENT_LOOKS : silent + 1;
    }
    const { containers, profiles } = sandboxes.stats();
    return {
      ...(silent < SILENT_LOOKS ? condition() : { state: 'off', detail: AWAY }),
      containers,
      ready: profiles.reduce((sum, profile) => sum + profile.ready, 0),
      waiting: profiles.reduce((sum, profile) => sum + profile.waiting, 0),
    };
  };
};
