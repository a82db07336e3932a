import { Worker } from 'node:worker_threads';

/** A thread's first message: loading it is not part of a job's time. */
export const READY = 'ready';

export interface ThreadSettings {
  /** Module of the thread. It sends {@link READY} first, and answers each job with `{ n, result }`. */
  readonly module: URL;
  /** Time in milliseconds after which a thread that gave no result is ended. */
  readonly patienceMs: number;
  readonly memoryMb: number;
}

/** Why a job has no result. */
export class ThreadLostError extends Error {
  override readonly name = 'ThreadLostError';
  readonly why: 'time' | 'memory';

  constructor(why: 'time' | 'memory') {
    super(why === 'time' ? 'the job took too long' : 'the job used too much memory');
    this.why = why;
  }
}

interface Waiting<Job, Result> {
  readonly job: Job;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Does jobs in a thread of their own, one at a time, each bounded in time and memory: a thread that gives no result in time is ended
 * and replaced. Jobs and results are copied.
 */
export class BoundedThread<Job, Result> {
  readonly #settings: ThreadSettings;
  readonly #waiting: Waiting<Job, Result>[] = [];
  #thread: Worker | undefined;
  #isReady = false;
  #current: (Waiting<Job, Result> & { readonly n: number; timer?: NodeJS.Timeout }) | undefined;
  #next = 0;
  /** Resolves when no job is left. */
  #idle: PromiseWithResolvers<void> | undefined;

  constructor(settings: ThreadSettings) {
    this.#settings = settings;
  }

  /** @throws ThreadLostError if the job takes too long or too much memory */
  async do(job: Job): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ job, resolve, reject });
      this.#begin();
    });
  }

  async close(): Promise<void> {
    await this.#thread?.terminate();
  }

  /** Ends the thread once it has done the jobs that it was given. */
  async end(): Promise<void> {
    await this.#idle?.promise;
    await this.close();
  }

  #begin(): void {
    if (this.#current !== undefined) return;
    const next = this.#waiting.shift();
    if (next === undefined) {
      this.#idle?.resolve();
      this.#idle = undefined;
      return;
    }
    this.#idle ??= Promise.withResolvers();
    this.#current = { ...next, n: (this.#next += 1) };
    this.#thread ??= this.#open();
    if (this.#isReady) this.#send();
  }

  /** Gives the current job to the thread. Its time begins now, because loading a thread may take long on a busy machine. */
  #send(): void {
    const current = this.#current;
    if (current === undefined) return;
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
  #lose(why: 'time' | 'memory'): void {
    const current = this.#current;
    const thread = this.#thread;
    this.#current = undefined;
    this.#thread = undefined;
    this.#isReady = false;
    thread?.removeAllListeners();
    thread?.on('error', () => undefined);
    void thread?.terminate();
    if (current === undefined) return;
    clearTimeout(current.timer);
    current.reject(new ThreadLostError(why));
    this.#begin();
  }
}
