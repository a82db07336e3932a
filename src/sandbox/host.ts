import type Docker from 'dockerode';
import { newId } from '../ids.ts';
import { removeContainer, startContainer } from './container.ts';
import type { Started } from './container.ts';
import { BOUNDS } from './container-spec.ts';
import type { Bounds, Runtime } from './container-spec.ts';
import { SandboxClosedError, SandboxLostError } from './errors.ts';
import type { Profile, RunJob, RunOutcome } from './job.ts';
import type { LeaseStore } from './leases.ts';
import { OomWatch } from './oom-watch.ts';
import { Pool } from './pool.ts';
import { Reaper } from './reaper.ts';
import { Sandbox } from './sandbox.ts';

/** Log for the host's own events. It contains numbers and phases, but nothing about jobs. */
export interface SandboxLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

export interface SandboxHostOptions {
  readonly docker: Docker;
  readonly runtime: Runtime;
  /** Returns a profile's image. This may involve building it first. */
  readonly image: (profile: Profile) => Promise<string>;
  /** The system call filter, as JSON text. */
  readonly seccomp: string;
  /** Distinguishes this installation's containers from others on the same container engine. */
  readonly installation: string;
  readonly leases: LeaseStore;
  readonly log: SandboxLog;
  readonly pool: {
    readonly depth: Readonly<Record<Profile, { readonly min: number; readonly max: number }>>;
    readonly maxContainers: number;
    readonly concurrentStarts: number;
  };
  /** Interval in milliseconds for renewing the leases and looking for orphans; well below the leases' own lifetime. */
  readonly beatMs?: number;
}

export interface OpenOptions {
  readonly profile: Profile;
  /** Team that requests the sandbox; teams take turns when sandboxes are scarce. */
  readonly teamId: string;
  /** Run that uses the sandbox, recorded in the lease. */
  readonly run: string;
  readonly lifetimeMs: number;
  readonly session?: boolean;
  readonly metadata?: Readonly<Record<string, string>>;
  readonly memoryMb?: number;
  /** Maximum time to wait for a sandbox; unlimited if omitted. */
  readonly waitMs?: number;
}

export interface SandboxStats {
  readonly containers: number;
  readonly open: number;
  /** Number of sandboxes handed out immediately (warm) and after a wait (cold). */
  readonly warm: number;
  readonly cold: number;
  readonly started: number;
  readonly failed: number;
  readonly profiles: readonly {
    readonly profile: Profile;
    readonly ready: number;
    readonly starting: number;
    readonly waiting: number;
    readonly target: number;
  }[];
}

export interface SandboxHost {
  /** @throws SandboxBusyError (only with `waitMs`), SandboxUnavailableError, SandboxClosedError */
  open(options: OpenOptions): Promise<Sandbox>;
  /**
   * Opens a sandbox, runs one job and destroys the sandbox in the background. If the sandbox is lost before its job begins,
   * replaces it once.
   * @throws the errors of open and Sandbox.run
   */
  runOnce(
    options: Omit<OpenOptions, 'session'>,
    job: RunJob,
  ): Promise<{ sandboxId: string; outcome: RunOutcome }>;
  /** Finds an open sandbox on this host. */
  find(sandboxId: string): Sandbox | undefined;
  stats(): SandboxStats;
  /**
   * Removes orphaned sandboxes now.
   * @returns the number removed
   */
  reap(): Promise<number>;
  /** Destroys every sandbox and waits until all are gone. */
  close(): Promise<void>;
}

const BEAT_MS = 15_000;
const REMOVE_ATTEMPTS = 5;

/** Manages one container engine's sandboxes: fills the pool, keeps the leases, and removes orphans. */
export const createSandboxHost = (options: SandboxHostOptions): SandboxHost => {
  const { docker, leases, log, installation, runtime, seccomp, pool: poolOptions } = options;
  const oom = new OomWatch(docker, installation);
  const open = new Map<string, Sandbox>();
  /** Ids of this process's sandboxes, from lease to removal. */
  const ours = new Set<string>();
  let running = 0;
  let closed = false;

  const start = async (profile: Profile, bounds: Bounds): Promise<Started> => {
    const image = await options.image(profile);
    const sandboxId = newId('sbx');
    ours.add(sandboxId);
    try {
      await leases.open(sandboxId, profile);
      return await startContainer(docker, {
        sandboxId,
        installation,
        image,
        profile,
        runtime,
        seccomp,
        bounds,
      });
    } catch (error) {
      // Keep the row until the reaper has seen that there is no container, because a start may fail halfway.
      ours.delete(sandboxId);
      throw error;
    }
  };

  const remove = async ({ sandboxId, containerId }: Started): Promise<void> => {
    open.delete(sandboxId);
    for (let attempt = 1; ; attempt += 1) {
      try {
        await removeContainer(docker, containerId);
        await leases.close(sandboxId);
        break;
      } catch (error) {
        log.warn({ phase: 'sandbox.remove', attempt, error }, 'sandbox could not be removed');
        // The reaper removes the container once its lease has expired.
        if (attempt === REMOVE_ATTEMPTS || closed) break;
        await new Promise((resolve) => setTimeout(resolve, 200 * 2 ** attempt));
      }
    }
    ours.delete(sandboxId);
    oom.forget(containerId);
  };

  const pool = new Pool({
    ...poolOptions,
    bounds: BOUNDS,
    start,
    remove,
    isServing: () => running > 0,
    onStartFailed: (_profile, error) => log.warn({ phase: 'sandbox.start', error }, 'sandbox did not start'),
  });
  const reaper = new Reaper({ docker, leases, installation, isOurs: (id) => ours.has(id) });

  const beat = async (): Promise<void> => {
    await leases.renew([...ours]);
    const removed = await reaper.pass();
    if (removed > 0) log.info({ phase: 'sandbox.reap', count: removed }, 'orphaned sandboxes removed');
  };
  const failedBeat = (error: unknown): void =>
    log.warn({ phase: 'sandbox.beat', error }, 'sandbox heartbeat failed');
  const beats = setInterval(() => void beat().catch(failedBeat), options.beatMs ?? BEAT_MS);
  beats.unref();
  void beat().catch(failedBeat);

  const openSandbox = async (wish: OpenOptions): Promise<Sandbox> => {
    if (closed) throw new SandboxClosedError();
    const started = await pool.claim(wish);
    const sandbox = new Sandbox(started, {
      profile: wish.profile,
      lifetimeMs: wish.lifetimeMs,
      session: wish.session ?? false,
      metadata: wish.metadata ?? {},
      oom,
      release: (done) => pool.release(done),
      isAwaited: () => pool.shelves.some(({ waiters }) => waiters.size > 0),
      onLost: (error) => log.warn({ phase: 'sandbox.lost', error }, 'sandbox lost while running a job'),
      onBusy: (busy) => (running += busy ? 1 : -1),
    });
    open.set(sandbox.id, sandbox);
    // Do not wait: the row has existed since before the container, with this process as its owner. If the process dies and this
    // write is lost, the existing deadline still ends the sandbox.
    leases.claim(sandbox.id, wish).catch((error: unknown) => {
      log.warn({ phase: 'sandbox.claim', error }, 'sandbox lease could not be claimed');
    });
    return sandbox;
  };

  const runOnce: SandboxHost['runOnce'] = async (wish, job) => {
    for (let attempt = 1; ; attempt += 1) {
      const sandbox = await openSandbox(wish);
      try {
        return { sandboxId: sandbox.id, outcome: await sandbox.run(job) };
      } catch (error) {
        if (!(error instanceof SandboxLostError) || error.started || attempt === 2) throw error;
      } finally {
        void sandbox.close();
      }
    }
  };

  return {
    open: openSandbox,
    runOnce,
    find: (sandboxId) => open.get(sandboxId),
    stats: () => ({
      containers: pool.live,
      open: open.size,
      ...pool.counts,
      profiles: pool.shelves.map(({ profile, ready, starting, waiters, demand }) => ({
        profile,
        ready: ready.length,
        starting,
        waiting: waiters.size,
        target: demand.target(),
      })),
    }),
    reap: () => reaper.pass(),
    close: async () => {
      closed = true;
      clearInterval(beats);
      await Promise.all([...open.values()].map((sandbox) => sandbox.close()));
      await pool.close();
      oom.close();
    },
  };
};
