import type { Bounds } from './container-spec.ts';
import type { Started } from './container.ts';
import { SandboxBusyError, SandboxClosedError, SandboxUnavailableError } from './errors.ts';
import type { Profile } from './job.ts';
import { Shelf } from './shelf.ts';
import type { Waiter } from './shelf.ts';

export interface PoolOptions {
  /** Minimum and maximum number of sandboxes to keep ready, by profile. */
  readonly depth: Readonly<Record<Profile, { readonly min: number; readonly max: number }>>;
  readonly bounds: Readonly<Record<Profile, Bounds>>;
  /** Maximum number of containers in total, whatever their state. */
  readonly maxContainers: number;
  /**
   * Maximum number of containers to start at a time. Starting more than there are cores does not make any of them ready sooner
   * and slows down the jobs.
   */
  readonly concurrentStarts: number;
  readonly start: (profile: Profile, bounds: Bounds) => Promise<Started>;
  /** Ends and removes a container; resolves once it is gone. */
  readonly remove: (started: Started) => Promise<void>;
  /** Returns whether a job is running right now. While one is, filling the pool uses at most one core. */
  readonly isServing: () => boolean;
  readonly onStartFailed: (profile: Profile, error: Error) => void;
}

export interface ClaimRequest {
  readonly profile: Profile;
  readonly teamId: string;
  /** Memory limit if it differs from the profile's own; a sandbox with its own limit is started on demand. */
  readonly memoryMb?: number;
  /** Maximum time to wait; unlimited if omitted. */
  readonly waitMs?: number;
}

const PING_WITHIN_MS = 1_000;
const TIDY_EVERY_MS = 5_000;
/** Delay before replacing a ready sandbox that was handed out. If a caller has to wait, a sandbox is started at once. */
const FILL_AFTER_MS = 60;
const RETRY_START_MS = 250;
const MAX_RETRY_START_MS = 30_000;
/** Number of consecutive failed starts after which waiting callers get an error. */
const GIVE_UP_AFTER = 3;

/**
 * Containers started in advance. Each is handed out once and is never returned. Callers that do not find one ready wait in a
 * queue in which teams take turns. They get newly started containers first, so a burst only causes delays.
 */
export class Pool {
  readonly #options: PoolOptions;
  readonly #shelves = new Map<string, Shelf>();
  /** The shelves, in the order in which they will be served. */
  readonly #turns: Shelf[] = [];
  readonly #tidy: NodeJS.Timeout;
  #live = 0;
  #startMs = 500;
  #retry: NodeJS.Timeout | undefined;
  #closed = false;
  readonly #removals = new Set<Promise<void>>();
  readonly counts = { warm: 0, cold: 0, started: 0, failed: 0 };

  constructor(options: PoolOptions) {
    this.#options = options;
    for (const profile of ['python', 'data', 'bash'] as const) this.#shelf(profile);
    this.#tidy = setInterval(() => this.#step(), TIDY_EVERY_MS);
    this.#tidy.unref();
    this.#step();
  }

  get live(): number {
    return this.#live;
  }

  get shelves(): readonly Shelf[] {
    return [...this.#shelves.values()];
  }

  /**
   * Hands out a container that nobody has used.
   * @throws SandboxBusyError if none becomes free within `waitMs`, SandboxUnavailableError, SandboxClosedError
   */
  async claim(request: ClaimRequest): Promise<Started> {
    const shelf = this.#shelf(request.profile, request.memoryMb);
    shelf.demand.claimed();
    for (let started = shelf.ready.shift(); started !== undefined; started = shelf.ready.shift()) {
      if (await isWell(started)) {
        this.counts.warm += 1;
        // Wait a moment, because starting a container takes more CPU time than the job that this sandbox was claimed for.
        setTimeout(() => this.#step(), FILL_AFTER_MS).unref();
        return started;
      }
      void this.release(started);
    }
    this.counts.cold += 1;
    return this.#wait(shelf, request);
  }

  /** Ends and removes a container in the background. */
  release(started: Started): Promise<void> {
    started.channel.close();
    const removal = this.#options.remove(started).finally(() => {
      this.#live -= 1;
      this.#removals.delete(removal);
      this.#step();
    });
    this.#removals.add(removal);
    return removal;
  }

  /** Removes every container that has not been handed out, and fails waiting callers. */
  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#tidy);
    clearTimeout(this.#retry);
    for (const shelf of this.#shelves.values()) {
      for (const waiter of shelf.waiters.drain()) waiter.fail(new SandboxClosedError());
      for (const started of shelf.ready.splice(0)) void this.release(started);
    }
    while (this.#live > 0 && (this.#removals.size > 0 || this.#starting > 0)) {
      await Promise.race([...this.#removals, new Promise((resolve) => setTimeout(resolve, 20))]);
    }
  }

  get #starting(): number {
    return this.shelves.reduce((sum, { starting }) => sum + starting, 0);
  }

  #shelf(profile: Profile, memoryMb?: number): Shelf {
    const own = this.#options.bounds[profile];
    const key = memoryMb === undefined || memoryMb === own.memoryMb ? profile : `${profile} ${memoryMb}`;
    const existing = this.#shelves.get(key);
    if (existing !== undefined) return existing;
    const usual = key === profile;
    const depth = usual ? this.#options.depth[profile] : { min: 0, max: 0 };
    const shelf = new Shelf(profile, usual ? own : { ...own, memoryMb: memoryMb ?? own.memoryMb }, depth);
    this.#shelves.set(key, shelf);
    this.#turns.push(shelf);
    return shelf;
  }

  async #wait(shelf: Shelf, { teamId, waitMs }: ClaimRequest): Promise<Started> {
    if (this.#closed) throw new SandboxClosedError();
    const { promise, resolve, reject } = Promise.withResolvers<Started>();
    const waiter: Waiter = { give: resolve, fail: reject };
    shelf.waiters.push(teamId, waiter);
    const timer =
      waitMs === undefined
        ? undefined
        : setTimeout(() => {
            if (shelf.waiters.remove(teamId, waiter)) reject(new SandboxBusyError(this.#patience()));
          }, waitMs);
    this.#step();
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Estimates how many milliseconds it will take to serve all current waiters. */
  #patience(): number {
    const waiting = this.shelves.reduce((sum, { waiters }) => sum + waiters.size, 1);
    return Math.max(1_000, Math.ceil((waiting * this.#startMs) / this.#options.concurrentStarts));
  }

  /** Starts containers that are needed, and ends ready ones that are not. */
  #step(): void {
    if (this.#closed) return;
    for (const shelf of this.#shelves.values()) {
      while (shelf.wanting < 0 && shelf.ready.length > 0) this.#discard(shelf);
    }
    while (this.#retry === undefined) {
      const owing = this.#nextOwing();
      if (owing === undefined && !this.#mayFill()) return;
      const shelf = owing ?? this.#mostWanting();
      if (shelf === undefined || this.#starting >= this.#options.concurrentStarts) return;
      if (this.#live >= this.#options.maxContainers) {
        if (owing !== undefined) this.#makeRoom(owing);
        return;
      }
      void this.#start(shelf);
    }
  }

  #mayFill(): boolean {
    return this.#starting < (this.#options.isServing() ? 1 : this.#options.concurrentStarts);
  }

  /** Returns the next shelf, in turn, whose waiters need another start. */
  #nextOwing(): Shelf | undefined {
    const at = this.#turns.findIndex(({ owed }) => owed > 0);
    if (at === -1) return undefined;
    const [shelf] = this.#turns.splice(at, 1);
    if (shelf !== undefined) this.#turns.push(shelf);
    return shelf;
  }

  #mostWanting(): Shelf | undefined {
    const [most] = this.shelves.toSorted((a, b) => b.wanting - a.wanting);
    return most !== undefined && most.wanting > 0 ? most : undefined;
  }

  /** Ends a ready container on another shelf if the maximum number of containers is reached. */
  #makeRoom(needy: Shelf): void {
    const [fullest] = this.shelves
      .filter((shelf) => shelf !== needy)
      .toSorted((a, b) => b.ready.length - a.ready.length);
    if (fullest !== undefined && fullest.ready.length > 0) this.#discard(fullest);
  }

  #discard(shelf: Shelf): void {
    const started = shelf.ready.shift();
    if (started !== undefined) void this.release(started);
  }

  async #start(shelf: Shelf): Promise<void> {
    shelf.starting += 1;
    this.#live += 1;
    const begun = performance.now();
    try {
      const started = await this.#options.start(shelf.profile, shelf.bounds);
      this.#startMs += (performance.now() - begun - this.#startMs) / 8;
      this.counts.started += 1;
      shelf.failures = 0;
      shelf.starting -= 1;
      this.#stock(shelf, started);
    } catch (error) {
      this.#live -= 1;
      this.counts.failed += 1;
      shelf.starting -= 1;
      this.#startFailed(shelf, error as Error);
    }
    this.#step();
  }

  #stock(shelf: Shelf, started: Started): void {
    if (this.#closed) return void this.release(started);
    void this.#watch(shelf, started);
    const waiter = shelf.waiters.shift();
    if (waiter === undefined) shelf.ready.push(started);
    else waiter.give(started);
  }

  /** Replaces a ready container that has ended. Once a container is handed out, its holder has to release it. */
  async #watch(shelf: Shelf, started: Started): Promise<void> {
    await started.channel.ended;
    if (shelf.withdraw(started)) await this.release(started);
  }

  #startFailed(shelf: Shelf, error: Error): void {
    shelf.failures += 1;
    this.#options.onStartFailed(shelf.profile, error);
    if (shelf.failures >= GIVE_UP_AFTER) {
      const failure = new SandboxUnavailableError('sandboxes cannot be started', { cause: error });
      for (const waiter of shelf.waiters.drain()) waiter.fail(failure);
    }
    const pause = Math.min(MAX_RETRY_START_MS, RETRY_START_MS * 2 ** (shelf.failures - 1));
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => {
      this.#retry = undefined;
      this.#step();
    }, pause);
  }
}

/** Returns whether a ready container's supervisor still responds. */
const isWell = async ({ channel }: Started): Promise<boolean> => {
  if (!channel.alive) return false;
  const timer = setTimeout(() => channel.close(), PING_WITHIN_MS);
  try {
    await channel.ping();
    return true;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
};
