import type Docker from 'dockerode';
import { announceHost, retireHost, type SandboxHostState } from '../store/hosts/hosts.ts';
import type { SandboxHost } from '../sandbox/index.ts';
import type { WorkerParts } from './parts.ts';

const EVERY_MS = 5_000;
const AWAY = 'The container engine of this host does not answer. Sandboxes are back as soon as it is.';
export const NO_ENGINE =
  'This worker has no container engine. Set DOCKER_HOST to one and start the worker again.';

/** What a host reports about itself apart from its counts. */
export type Condition = Pick<SandboxHostState, 'state' | 'detail'>;

export interface Announcer {
  readonly now: () => Promise<void>;
  /** Retires the host at once. */
  readonly close: () => Promise<void>;
}

/** Announces the state of this host to the API every few seconds. */
export const createAnnouncer = (
  { db, log, config }: WorkerParts,
  look: () => Promise<Condition & Partial<SandboxHostState>>,
): Announcer => {
  const now = async (): Promise<void> => {
    try {
      const state = { containers: 0, ready: 0, waiting: 0, ...(await look()) };
      await announceHost(db, { host: config.SANDBOX_HOST, runtime: config.SANDBOX_RUNTIME, ...state });
    } catch (error) {
      log.warn({ error }, 'the state of this sandbox host could not be announced');
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

/** Number of unanswered pings in a row after which a container engine counts as unavailable. A busy one is slow, not gone. */
const SILENT_LOOKS = 4;

/** Returns whether a connection was refused at once, because there is no socket or nobody behind it. */
const isRefusal = (error: unknown): boolean =>
  ['ENOENT', 'ECONNREFUSED'].includes((error as { code?: string }).code ?? '');

/**
 * Creates the check of a host with a container engine. It reports the host's condition, as long as the container engine answers,
 * and what is in its pool.
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
