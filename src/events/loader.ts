import type { RunPage } from './stored.ts';
import type { Wanted } from './pages.ts';

interface Waiting extends Wanted {
  readonly resolve: (page: RunPage | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/** Maximum number of concurrent queries, and of runs per query. */
const MAX_LOOKS = 2;
const MAX_RUNS = 100;

/** Combines many streams' reads into one query. Requests that arrive while queries are running join the next one. */
export class PageLoader {
  readonly #read: (wanted: readonly Wanted[]) => Promise<readonly (RunPage | undefined)[]>;
  #waiting: Waiting[] = [];
  #looks = 0;
  #scheduled = false;

  constructor(read: (wanted: readonly Wanted[]) => Promise<readonly (RunPage | undefined)[]>) {
    this.#read = read;
  }

  /** Reads a page of a run. @returns undefined when there is no such run @throws any database error */
  async load(wanted: Wanted): Promise<RunPage | undefined> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ ...wanted, resolve, reject });
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#scheduled || this.#looks >= MAX_LOOKS || this.#waiting.length === 0) return;
    this.#scheduled = true;
    queueMicrotask(() => {
      this.#scheduled = false;
      this.#looks += 1;
      void this.#look(this.#waiting.splice(0, MAX_RUNS)).finally(() => {
        this.#looks -= 1;
        this.#schedule();
      });
      this.#schedule();
    });
  }

  async #look(batch: readonly Waiting[]): Promise<void> {
    try {
      const pages = await this.#read(batch);
      for (const [index, { resolve }] of batch.entries()) resolve(pages[index]);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}
