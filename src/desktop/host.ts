import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type Docker from 'dockerode';
import { newId } from '../ids.ts';
import { processesOf, removeContainer } from '../sandbox/container.ts';
import type { SandboxLog } from '../sandbox/host.ts';
import { makePrivateFolder } from '../sandbox/private-folder.ts';
import type { DesktopLeases } from './leases.ts';
import { Desktop, type DesktopOwner } from './desktop.ts';
import { isServed } from './sockets.ts';
import { joinDesktop, type RunningDesktop, startDesktop } from './start.ts';
import { WarmPool } from './warm-pool.ts';

export interface DesktopHostOptions {
  readonly docker: Docker;
  /** Returns the image. This may involve building it first. */
  readonly image: () => Promise<string>;
  /** The system call filter, as JSON text. */
  readonly seccomp: string;
  /** Distinguishes this installation's containers from others on the same container engine. */
  readonly installation: string;
  readonly leases: DesktopLeases;
  readonly log: SandboxLog;
  /** Folder for the desktops' sockets, closed to other users. The container engine must see it under the same path. */
  readonly sockets: string;
  readonly ready: number;
  readonly max: number;
  readonly graceSeconds?: number;
  readonly beatMs?: number;
}

export interface OpenDesktop extends DesktopOwner {
  readonly lifetimeMs: number;
  readonly waitMs: number;
  readonly observed?: boolean;
}

const BEAT_MS = 15_000;
const GRACE_SECONDS = 30;
const JOIN_WITHIN_MS = 12_000;
const REMOVE_ATTEMPTS = 5;

/** The desktops of one container engine. Some are kept ready; each is used for one run and is then destroyed. */
export class DesktopHost {
  readonly #options: DesktopHostOptions;
  readonly #pool: WarmPool;
  readonly #open = new Map<string, Desktop>();
  /** Ids of this process's desktops, from lease to removal. */
  readonly #ours = new Set<string>();
  readonly #joining = new Map<string, Promise<Desktop | undefined>>();
  readonly #beats: NodeJS.Timeout;

  constructor(options: DesktopHostOptions) {
    this.#options = options;
    this.#pool = new WarmPool({
      ready: options.ready,
      max: options.max,
      start: async () => this.#start(),
      remove: async (running) => this.#remove(running),
      onStartFailed: (error) => options.log.warn({ phase: 'desktop.start', error }, 'desktop did not start'),
    });
    this.#beats = setInterval(() => void this.#beat(), options.beatMs ?? BEAT_MS);
    this.#beats.unref();
    void this.#tidy();
  }

  /** @throws DesktopBusyError, DesktopUnavailableError */
  async open(wish: OpenDesktop): Promise<Desktop> {
    const running = await this.#pool.claim(wish.waitMs);
    try {
      await this.#options.leases.claim(running.sandboxId, wish);
    } catch (error) {
      void this.#pool.release(running);
      throw error;
    }
    return this.#hand(running, wish);
  }

  find(sandboxId: string): Desktop | undefined {
    return this.#open.get(sandboxId);
  }

  findByRun(run: string): Desktop | undefined {
    return [...this.#open.values()].find((desktop) => desktop.run === run);
  }

  /** Returns the desktops that runs are using. */
  atWork(): readonly Desktop[] {
    return [...this.#open.values()];
  }

  /**
   * Finds a desktop that is open in this process, or joins one on this host that is still running although its process is gone.
   * @param prepare prepares a joined desktop before anyone uses it
   * @returns undefined if the desktop no longer exists
   */
  async findOrJoin(
    sandboxId: string,
    wish: Omit<OpenDesktop, 'waitMs'>,
    prepare: (desktop: Desktop) => Promise<void>,
  ): Promise<Desktop | undefined> {
    const joining =
      this.#joining.get(sandboxId) ??
      this.#findOrJoin(sandboxId, wish, prepare).finally(() => this.#joining.delete(sandboxId));
    this.#joining.set(sandboxId, joining);
    return joining;
  }

  /**
   * Returns whether this or another process on this host holds a desktop. A desktop that has only just been started counts too.
   */
  async isHeld(sandboxId: string): Promise<boolean> {
    return this.#ours.has(sandboxId) || isServed(join(this.#options.sockets, sandboxId));
  }

  stats() {
    const { live, ready, waiting, counts } = this.#pool;
    return { live, ready, waiting, open: this.#open.size, ...counts };
  }

  /** Destroys the ready desktops. Desktops in use by a run keep running for their grace period unless `all` is set. */
  async close(all = false): Promise<void> {
    clearInterval(this.#beats);
    await Promise.allSettled(
      [...this.#open.values()].map(async (desktop) => (all ? desktop.close() : desktop.leave())),
    );
    await this.#pool.close();
  }

  #hand(running: RunningDesktop, wish: Omit<OpenDesktop, 'waitMs'>, joined = false): Desktop {
    const desktop = new Desktop(running, {
      ...wish,
      joined,
      observed: wish.observed ?? false,
      processes: processesOf(this.#options.docker, running.containerId),
      onError: (error) =>
        this.#options.log.warn({ phase: 'desktop.freeze', error }, 'desktop not frozen or thawed'),
      release: async (done) => this.#pool.release(done),
    });
    this.#open.set(desktop.id, desktop);
    void this.#forgetWhenClosed(desktop);
    return desktop;
  }

  async #forgetWhenClosed(desktop: Desktop): Promise<void> {
    await desktop.closed;
    this.#open.delete(desktop.id);
    this.#ours.delete(desktop.id);
  }

  async #start(): Promise<RunningDesktop> {
    const { docker, installation, seccomp, sockets: socketsRoot, leases } = this.#options;
    const image = await this.#options.image();
    const sandboxId = newId('sbx');
    this.#ours.add(sandboxId);
    try {
      await makePrivateFolder(socketsRoot);
      await leases.open(sandboxId, 'desktop');
      const graceSeconds = this.#options.graceSeconds ?? GRACE_SECONDS;
      return await startDesktop(docker, {
        sandboxId,
        installation,
        image,
        seccomp,
        socketsRoot,
        graceSeconds,
      });
    } catch (error) {
      this.#ours.delete(sandboxId);
      throw error;
    }
  }

  async #findOrJoin(
    sandboxId: string,
    wish: Omit<OpenDesktop, 'waitMs'>,
    prepare: (desktop: Desktop) => Promise<void>,
  ): Promise<Desktop | undefined> {
    const known = this.#open.get(sandboxId);
    if (known !== undefined) return known;
    const joined = await this.#join(sandboxId, wish);
    try {
      if (joined !== undefined) await prepare(joined);
      return joined;
    } catch (error) {
      await joined?.close();
      throw error;
    }
  }

  async #join(sandboxId: string, wish: Omit<OpenDesktop, 'waitMs'>): Promise<Desktop | undefined> {
    if (!(await this.#options.leases.takeOver(sandboxId))) return undefined;
    this.#ours.add(sandboxId);
    const folder = join(this.#options.sockets, sandboxId);
    try {
      await makePrivateFolder(this.#options.sockets);
      // A desktop whose process ended while it was frozen could not respond. It is frozen again at the next
      // check.
      await processesOf(this.#options.docker, sandboxId).resume();
      const ids = { sandboxId, containerId: sandboxId };
      const running = await joinDesktop(folder, ids, JOIN_WITHIN_MS);
      this.#pool.adopted();
      this.#options.log.info({ phase: 'desktop.join' }, 'took over a desktop from an earlier process');
      return this.#hand(running, wish, true);
    } catch (error) {
      this.#options.log.warn(
        { phase: 'desktop.join', error },
        'a desktop could not be taken over from an earlier process',
      );
      await removeContainer(this.#options.docker, sandboxId).catch(() => undefined);
      await this.#options.leases.close(sandboxId);
      this.#ours.delete(sandboxId);
      return undefined;
    }
  }

  async #remove({ sandboxId, containerId, commands, client, sockets }: RunningDesktop): Promise<void> {
    const { docker, leases, log } = this.#options;
    client.close();
    commands.close();
    for (let attempt = 1; attempt <= REMOVE_ATTEMPTS; attempt += 1) {
      try {
        await removeContainer(docker, containerId);
        await leases.close(sandboxId);
        break;
      } catch (error) {
        // The reaper removes the container once its lease has expired.
        log.warn({ phase: 'desktop.remove', attempt, error }, 'desktop could not be removed');
        await new Promise((resolve) => setTimeout(resolve, 100 * 2 ** attempt));
      }
    }
    await sockets.close();
    this.#ours.delete(sandboxId);
  }

  async #beat(): Promise<void> {
    try {
      await this.#options.leases.renew([...this.#ours]);
      await this.#tidy();
    } catch (error) {
      this.#options.log.warn({ phase: 'desktop.beat', error }, 'desktop heartbeat failed');
    }
  }

  /** Removes the socket folders of desktops without a lease. The sandbox reaper removes their containers. */
  async #tidy(): Promise<void> {
    const folders = await readdir(this.#options.sockets).catch(() => []);
    if (folders.length === 0) return;
    const known = await this.#options.leases.known(folders);
    for (const folder of folders) {
      if (!folder.startsWith('sbx_') || known.has(folder) || this.#ours.has(folder)) continue;
      await rm(join(this.#options.sockets, folder), { recursive: true, force: true });
    }
  }
}
