import { setTimeout as sleep } from 'node:timers/promises';

/** Stops and continues a container's processes. */
export interface Processes {
  readonly pause: () => Promise<void>;
  readonly resume: () => Promise<void>;
}

/**
 * Maximum number of attempts at one change. A container engine refuses some of them briefly, because the
 * kernel did not stop every process in time.
 */
const TRIES = 20;
const BETWEEN_TRIES_MS = 250;

/**
 * A desktop's processes, which stand still while the desktop is frozen. Nothing that waits for an answer of the desktop may be under
 * way at that moment, because it would give up and take the desktop for lost. So a pause waits for what is under way, and
 * everything else waits for the end of the pause.
 */
export class Pause {
  readonly #processes: Processes;
  readonly #onError: (error: unknown) => void;
  readonly #underWay = new Set<Promise<unknown>>();
  #wanted = false;
  #paused = false;
  #ended = false;
  #changing = false;
  #waiting: (() => void)[] = [];

  constructor(processes: Processes, onError: (error: unknown) => void) {
    this.#processes = processes;
    this.#onError = onError;
  }

  /** Whether the processes are stopped, or soon will be. */
  get isWanted(): boolean {
    return this.#wanted;
  }

  /** Runs a task that needs the desktop's answer, as soon as its processes run. */
  async during<T>(task: () => Promise<T>): Promise<T> {
    while ((this.#wanted || this.#paused) && !this.#ended) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    const work = task();
    const done = work.catch(() => undefined).finally(() => this.#underWay.delete(done));
    this.#underWay.add(done);
    return work;
  }

  /** Stops the processes, or lets them run again. */
  set(paused: boolean): void {
    this.#wanted = paused;
    if (!this.#changing) void this.#change();
  }

  /** Ends all waiting, because the desktop is gone. */
  end(): void {
    this.#ended = true;
    this.#wake();
  }

  async #change(): Promise<void> {
    this.#changing = true;
    let tries = 0;
    while (this.#wanted !== this.#paused && !this.#ended) {
      const target = this.#wanted;
      try {
        if (target) {
          await Promise.all(this.#underWay);
          if (!this.#wanted) continue;
          await this.#processes.pause();
        } else await this.#processes.resume();
        this.#paused = target;
        tries = 0;
      } catch (error) {
        tries += 1;
        if (tries === TRIES) {
          // The next check of the suspensions tries again.
          this.#onError(error);
          break;
        }
        await sleep(BETWEEN_TRIES_MS, undefined, { ref: false });
      }
    }
    this.#changing = false;
    if (!this.#wanted && !this.#paused) this.#wake();
  }

  #wake(): void {
    for (const go of this.#waiting.splice(0)) go();
  }
}
