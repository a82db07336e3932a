/** What is so small is always read: a few large bodies do not keep out all others. */
const SMALL = 1024 * 1024;

/** What a body of so many bytes takes of the room. */
const counted = (size: number): number => Math.max(0, size - SMALL);

/** How much of the room one request takes, until it lets go. */
export interface BodyShare {
  /** Whether bytes that came may be kept. */
  readonly take: (bytes: number) => boolean;
  /** Whether so many bytes could be taken now. */
  readonly couldTake: (bytes: number) => boolean;
  readonly free: () => void;
}

/**
 * Room for the bodies that a process holds at the same time. Counted as their bytes come and not as they are announced,
 * so that nobody takes room with bytes that are never sent. Bodies and what is made of them take about twice the room:
 * sixteen of 64 MiB at once, in the default room, made 730 MiB of memory (1340 without the bound).
 */
export class BodyRoom {
  readonly #max: number;
  #used = 0;

  /** @param max bytes of all bodies together */
  constructor(max: number) {
    this.#max = max;
  }

  open(): BodyShare {
    let size = 0;
    const more = (bytes: number): number => counted(size + bytes) - counted(size);
    return {
      couldTake: (bytes) => this.#used + more(bytes) <= this.#max,
      take: (bytes) => {
        const added = more(bytes);
        if (this.#used + added > this.#max) return false;
        size += bytes;
        this.#used += added;
        return true;
      },
      free: () => {
        this.#used -= counted(size);
        size = 0;
      },
    };
  }
}
