import { DesktopBusyError, DesktopUnavailableError } from './errors.ts';
import type { RunningDesktop } from './start.ts';

export interface WarmPoolOptions {
  /** Number of desktops to keep ready. */
  readonly ready: number;
  /** Maximum number of desktops in total. */
  readonly max: number;
  readonly start: () => Promise<RunningDesktop>;
  readonly remove: (running: RunningDesktop) => Promise<void>;
  readonly onStartFailed: (error: unknown) => void;
}

/** Delay after handing out a desktop, because its run needs the CPU in its first seconds. */
const REFILL_AFTER_MS = 2_000;
/** Delay after a failed start, which may have been caused by a failed image build. */
const RETRY_MS = 60_000;

/** Desktops started in advance. Each is handed out once and is never returned. */
export class WarmPool {
  readonly #options: WarmPoolOptions;
  readonly #ready: RunningDesktop[] = [];
  readonly #waiting: { readonly go: () => void }[] = [];
  #starting = 0;
  #live = 0;
  #closed = false;
  #refill: NodeJS.Timeout | undefined;
  readonly counts = { warm: 0, cold: 0, failed: 0 };

  constructor(options: WarmPoolOptions) {
    this.#options = options;
    this.#fill();
  }

  get ready(): number {
    return this.#ready.length;
  }

  get live(): number {
    return this.#live;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /**
   * Hands out a desktop that nobody has used.
   * @throws DesktopBusyError if none becomes free within `waitMs`, DesktopUnavailableError
   */
  async claim(waitMs: number): Promise<RunningDesktop> {
    const until = performance.now() + waitMs;
    for (;;) {
      const ready = this.#take();
      if (ready !== undefined) {
        this.counts.warm += 1;
        this.#refillSoon();
        return ready;
      }
      if (this.#live < this.#options.max) {
        this.counts.cold += 1;
        return this.#start();
      }
      await this.#room(until - performance.now());
    }
  }

  /** Ends a desktop and wakes the next caller waiting for a free slot. */
  async release(running: RunningDesktop): Promise<void> {
    try {
      await this.#options.remove(running);
    } finally {
      this.#live -= 1;
      this.#waiting.shift()?.go();
      this.#refillSoon();
    }
  }

  /** Counts a desktop that was joined instead of started here. */
  adopted(): void {
    this.#live += 1;
  }

  /** Stops counting a desktop that keeps running without this process. */
  left(): void {
    this.#live -= 1;
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#refill);
    while (this.#starting > 0) await new Promise((resolve) => setTimeout(resolve, 20));
    await Promise.allSettled(this.#ready.splice(0).map(async (running) => this.release(running)));
  }

  #take(): RunningDesktop | undefined {
    for (let next = this.#ready.shift(); next !== undefined; next = this.#ready.shift()) {
      if (next.commands.alive) return next;
      void this.release(next);
    }
    return undefined;
  }

  async #room(ms: number): Promise<void> {
    if (ms <= 0) throw new DesktopBusyError();
    await new Promise<void>((resolve, reject) => {
      const waiter = {
        go: (): void => {
          clearTimeout(timer);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiter), 1);
        reject(new DesktopBusyError());
      }, ms);
      this.#waiting.push(waiter);
    });
  }

  #refillSoon(): void {
    if (this.#closed) return;
    clearTimeout(this.#refill);
    this.#refill = setTimeout(() => this.#fill(), REFILL_AFTER_MS);
    this.#refill.unref();
  }

  #fill(): void {
    if (this.#closed || this.#waiting.length > 0) return;
    if (this.#ready.length + this.#starting >= this.#options.ready || this.#live >= this.#options.max) return;
    void this.#start().then(
      (running) => this.#stock(running),
      () => {
        this.#refill = setTimeout(() => this.#fill(), RETRY_MS).unref();
      },
    );
  }

  #stock(running: RunningDesktop): void {
    if (this.#closed) return void this.release(running);
    this.#ready.push(running);
    void this.#watch(running);
    this.#waiting.shift()?.go();
    this.#fill();
  }

  /** Ends a ready desktop whose connections have closed. Once a desktop is handed out, its holder has to release it. */
  async #watch(running: RunningDesktop): Promise<void> {
    await Promise.race([running.commands.ended, running.client.ended]);
    const at = this.#ready.indexOf(running);
    if (at === -1) return;
    this.#ready.splice(at, 1);
    await this.release(running);
  }

  async #start(): Promise<RunningDesktop> {
    this.#starting += 1;
    this.#live += 1;
    try {
      return await this.#options.start();
    } catch (error) {
      this.#live -= 1;
      this.counts.failed += 1;
      this.#options.onStartFailed(error);
      throw error instanceof DesktopUnavailableError
        ? error
        : new DesktopUnavailableError('a desktop could not be started', { cause: error });
    } finally {
      this.#starting -= 1;
    }
  }
}
