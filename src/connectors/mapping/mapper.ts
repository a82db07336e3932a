import { Worker } from 'node:worker_threads';
import { ConnectorError } from '../common/errors.ts';
import { type MappingJob, type MappingResult, READY } from './job.ts';

/** Time in milliseconds after which a thread that gave no result is ended. */
const PATIENCE_MS = 2_000;
const MEMORY_MB = 64;

interface Waiting {
  readonly job: Omit<MappingJob, 'n'>;
  readonly resolve: (output: unknown) => void;
  readonly reject: (error: ConnectorError) => void;
}

/**
 * Evaluates JSONata expressions in a thread of their own, one at a time. Expressions come from a team and their input from outside,
 * so both are bounded in time, depth and memory: a thread that does not answer in time is ended and replaced.
 */
export class Mapper {
  readonly #waiting: Waiting[] = [];
  #thread: Worker | undefined;
  #isReady = false;
  #current: (Waiting & { readonly n: number; timer?: NodeJS.Timeout }) | undefined;
  #next = 0;

  /** @throws ConnectorError if the expression fails or takes too long */
  async map(expression: string, input: unknown): Promise<unknown> {
    return this.#ask({ expression, input: JSON.stringify(input) });
  }

  /** @throws ConnectorError if the expression cannot be parsed */
  async check(expression: string): Promise<void> {
    await this.#ask({ expression, input: undefined });
  }

  async close(): Promise<void> {
    await this.#thread?.terminate();
  }

  async #ask(job: Omit<MappingJob, 'n'>): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ job, resolve, reject });
      this.#begin();
    });
  }

  #begin(): void {
    if (this.#current !== undefined) return;
    const next = this.#waiting.shift();
    if (next === undefined) return;
    this.#current = { ...next, n: (this.#next += 1) };
    this.#thread ??= this.#open();
    if (this.#isReady) this.#send();
  }

  /** Gives the current job to the thread. Its time begins now, because loading a thread may take long on a busy machine. */
  #send(): void {
    const current = this.#current;
    if (current === undefined) return;
    current.timer = setTimeout(() => this.#lose('The mapping took too long.'), PATIENCE_MS);
    const job: MappingJob = { n: current.n, ...current.job };
    this.#thread!.postMessage(job, []);
  }

  #open(): Worker {
    const thread = new Worker(new URL('./thread.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB, maxYoungGenerationSizeMb: 16 },
      env: {},
    });
    thread.on('message', (message: MappingResult | typeof READY) => {
      if (message !== READY) return this.#settle(message);
      this.#isReady = true;
      return this.#send();
    });
    thread.on('error', () => this.#lose('The mapping used too much memory.'));
    return thread;
  }

  #settle(result: MappingResult): void {
    const current = this.#current;
    if (current?.n !== result.n) return;
    this.#current = undefined;
    clearTimeout(current.timer);
    if ('failed' in result) current.reject(new ConnectorError('mapping_failed', `${result.failed}.`));
    else current.resolve(result.output === undefined ? undefined : JSON.parse(result.output));
    this.#begin();
  }

  /** Gives up the current job together with its thread. */
  #lose(why: string): void {
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
    current.reject(new ConnectorError('mapping_failed', why));
    this.#begin();
  }
}
