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

/** Where the host's own events go: numbers and phases, nothing of a job. */
export interface SandboxLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

export interface SandboxHostOptions {
  readonly docker: Docker;
  readonly runtime: Runtime;
  /** The image of a profile; may take as long as building it does. */
  readonly image: (profile: Profile) => Promise<string>;
  /** The system call filter, as JSON text. */
  readonly seccomp: string;
  /** Names this installation's containers among others on the same engine. */
  readonly installation: string;
  readonly leases: LeaseStore;
  readonly log: SandboxLog;
  readonly pool: {
    readonly depth: Readonly<Record<Profile, { readonly min: number; readonly max: number }>>;
    readonly maxContainers: number;
    readonly concurrentStarts: number;
  };
  /** How often leases are renewed and orphans looked for; well below the leases' own time to live. */
  readonly beatMs?: number;
}

export interface OpenOptions {
  readonly profile: Profile;
  /** Whose turn it is where sandboxes are short. */
  readonly teamId: string;
  /** The run that the sandbox works for; it stands in the lease. */
  readonly run: string;
  readonly lifetimeMs: number;
  readonly session?: boolean;
  readonly metadata?: Readonly<Record<string, string>>;
  readonly memoryMb?: number;
  /** How long to wait for a sandbox at most; without it, for as long as it takes. */
  readonly waitMs?: number;
}

export interface SandboxStats {
  readonly containers: number;
  readonly open: number;
  /** Sandboxes that were handed out at once, and those that had to be waited for. */
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
   * Opens a sandbox, runs one job and destroys the sandbox behind the caller's back. A sandbox that is lost before its
   * job began is replaced once.
   * @throws as open and Sandbox.run
   */
  runOnce(
    options: Omit<OpenOptions, 'session'>,
    job: RunJob,
  ): Promise<{ sandboxId: string; outcome: RunOutcome }>;
  /** An open sandbox of this host. */
  find(sandboxId: string): Sandbox | undefined;
  stats(): SandboxStats;
  /** Removes orphans now. @returns how many */
  reap(): Promise<number>;
  /** Destroys every sandbox and waits until they are gone. */
  close(): Promise<void>;
}

const BEAT_MS = 15_000;
const REMOVE_ATTEMPTS = 5;

/** Starts the sandboxes of one engine: fills the pool, keeps the leases, removes orphans. */
export const createSandboxHost = (options: SandboxHostOptions): SandboxHost => {
  const { docker, leases, log, installation, runtime, seccomp, pool: poolOptions } = options;
  const oom = new OomWatch(docker, installation);
  const open = new Map<string, Sandbox>();
  /** Every sandbox of this process from its lease to its removal. */
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
      // The row stays until the reaper has seen that there is no container: a start may fail half way.
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
        log.warn({ phase: 'sandbox.remove', attempt, error }, 'a sandbox could not be removed');
        // What cannot be removed now is the reaper's, once its lease has run out.
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
    onStartFailed: (_profile, error) =>
      log.warn({ phase: 'sandbox.start', error }, 'a sandbox did not start'),
  });
  const reaper = new Reaper({ docker, leases, installation, isOurs: (id) => ours.has(id) });

  const beat = async (): Promise<void> => {
    await leases.renew([...ours]);
    const removed = await reaper.pass();
    if (removed > 0) log.info({ phase: 'sandbox.reap', count: removed }, 'orphaned sandboxes removed');
  };
  const failedBeat = (error: unknown): void =>
    log.warn({ phase: 'sandbox.beat', error }, 'no look at the leases');
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
      onLost: (error) => log.warn({ phase: 'sandbox.lost', error }, 'a sandbox was lost under its job'),
      onBusy: (busy) => (running += busy ? 1 : -1),
    });
    open.set(sandbox.id, sandbox);
    // Not waited for: the row is there since before the container, with this process for its owner. Should this write be
    // lost with the process, the deadline that it has already still ends the sandbox.
    leases.claim(sandbox.id, wish).catch((error: unknown) => {
      log.warn({ phase: 'sandbox.claim', error }, 'a lease could not be claimed');
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
