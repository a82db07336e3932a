import { BoundedThread } from '../../process/bounded-thread.ts';
import type { Decided, DecideJob } from './job.ts';

/** Number of rule sets after which a thread is replaced, because Cedar never frees one. */
const MAX_SETS = 64;

const open = () =>
  new BoundedThread<DecideJob, Decided>({
    module: new URL('./thread.ts', import.meta.url),
    patienceMs: 1_000,
    memoryMb: 128,
  });

/**
 * A thread that decides acts. Cedar always terminates, but a long pattern over a long text can take seconds.
 */
export class RulesThread {
  readonly #sets = new Set<string>();
  #thread = open();

  /** @throws ThreadLostError if the rules take too long */
  async do(job: DecideJob, until?: number): Promise<Decided> {
    this.#prepare(job.name);
    return this.#thread.do(job, until);
  }

  async close(): Promise<void> {
    await this.#thread.close();
  }

  #prepare(name: string): void {
    if (this.#sets.has(name)) return;
    if (this.#sets.size >= MAX_SETS) {
      // Waiting jobs finish before the old thread ends.
      void this.#thread.end();
      this.#thread = open();
      this.#sets.clear();
    }
    this.#sets.add(name);
  }
}
