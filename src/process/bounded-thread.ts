import { Worker } from 'node:worker_threads';

/** A thread's first message: loading it is not part of a job's time. */
export const READY = 'ready';

export interface ThreadSettings {
  /** Module of the thread. It sends {@link READY} first, and answers each job with `{ n, result }`. */
  readonly module: URL;
  /** Time in milliseconds after which a thread without a result is ended. */
  readonly patienceMs: number;
  readonly memoryMb: number;
  /** Time in milliseconds in which a thread has to load. Default: 10 seconds. */
  readonly loadMs?: number;
}

const WHY = {
  time: 'took too long',
  memory: 'used too much memory',
  wait: 'waited too long',
  end: 'lost its thread',
} as const;

/** Why a job has no result. */
export class ThreadLostError extends Error {
  override readonly name = 'ThreadLostError';
  readonly why: keyof typeof WHY;

  constructor(why: keyof typeof WHY) {
    super(WHY[why]);
    this.why = why;
  }
}

interface Waiting<Job, Result> {
  readonly job: Job;
  readonly until: number;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Runs jobs in a thread of their own, one at a time, each limited in time and memory: a thread without a
 * result in time is ended and replaced. Jobs and results are copied.
 */
export class BoundedThread<Job, Result> {
  readonly #settings: ThreadSettings;
  readonly #waiting: Waiting<Job, Result>[] = [];
  #thread: Worker | undefined;
  #isReady = false;
  #isClosed = false;
  #current: (Waiting<Job, Result> & { readonly n: number; timer?: NodeJS.Timeout }) | undefined;
  #next = 0;
  /** Resolves when no job is left. */
  #idle: PromiseWithResolvers<void> | undefined;

  constructor(settings: ThreadSettings) {
    this.#settings = settings;
  }

  /**
   * @param until time of `performance.now()` by which the job has to begin
   * @throws ThreadLostError if the job takes too long or too much memory, or if the thread is closed
   */
  async do(job: Job, until = Infinity): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ job, until, resolve, reject });
      this.#begin();
    });
  }

  /** Ends the thread. Jobs that have no result yet get none. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const thread = this.#thread;
    this.#lose('end');
    await thread?.terminate();
  }

  /** Ends the thread once it has finished its jobs. */
  async end(): Promise<void> {
    await this.#idle?.promise;
    await this.close();
  }

  #begin(): void {
    if (this.#current !== undefined) return;
    let next = this.#waiting.shift();
    for (; next !== undefined; next = this.#waiting.shift()) {
      if (!this.#isClosed && next.until > performance.now()) break;
      next.reject(new ThreadLostError(this.#isClosed ? 'end' : 'wait'));
    }
    if (next === undefined) {
      this.#idle?.resolve();
      this.#idle = undefined;
      return;
    }
    this.#idle ??= Promise.withResolvers();
    this.#current = { ...next, n: (this.#next += 1) };
    this.#thread ??= this.#open();
    if (this.#isReady) return this.#send();
    this.#current.timer = setTimeout(() => this.#lose('end'), this.#settings.loadMs ?? 10_000);
  }

  /** Gives the current job to the thread. Its time begins now, because loading a thread may take long on a busy machine. */
  #send(): void {
    const current = this.#current;
    if (current === undefined) return;
    clearTimeout(current.timer);
    current.timer = setTimeout(() => this.#lose('time'), this.#settings.patienceMs);
    this.#thread!.postMessage({ n: current.n, job: current.job }, []);
  }

  #open(): Worker {
    const { module, memoryMb } = this.#settings;
    const thread = new Worker(module, {
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 16 },
      env: {},
    });
    thread.on('message', (message: { readonly n: number; readonly result: Result } | typeof READY) => {
      if (message !== READY) return this.#settle(message);
      this.#isReady = true;
      return this.#send();
    });
    thread.on('error', () => this.#lose('memory'));
    thread.on('exit', () => this.#lose('end'));
    return thread;
  }

  #settle({ n, result }: { readonly n: number; readonly result: Result }): void {
    const current = this.#current;
    if (current?.n !== n) return;
    this.#current = undefined;
    clearTimeout(current.timer);
    current.resolve(result);
    this.#begin();
  }

  /** Gives up the current job together with its thread. */
  #lose(why: keyof typeof WHY): void {
    const current = this.#current;
    const thread = this.#thread;
    this.#current = undefined;
    this.#thread = undefined;
    this.#isReady = false;
    thread?.removeAllListeners();
    thread?.on('error', () => undefined);
    void thread?.terminate();
    if (current !== undefined) {
      clearTimeout(current.timer);
      current.reject(new ThreadLostError(why));
    }
    this.#begin();
  }
}
