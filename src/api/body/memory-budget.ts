/** What is so small is always read: a few large bodies do not keep out all others. */
const SMALL = 1024 * 1024;

/** What a body of so many bytes takes of the room. */
const counted = (size: number): number => Math.max(0, size - SMALL);

/** How much of the room one request takes, until it lets go. */
export interface BodyReservation {
  /** Whether bytes that came may be kept. */
  readonly take: (bytes: number) => boolean;
  /** Whether so many bytes could be taken now. */
  readonly couldReserve: (bytes: number) => boolean;
  readonly free: () => void;
}

/**
 * Room for the bodies that a process holds at the same time. A team has at most half of it, so that another's large body
 * finds some; whoever has no team shares a half with all such. Counted as their bytes come and not as they are announced,
 * so that nobody takes room with bytes that are never sent. Bodies and what is made of them take about twice the room:
 * sixteen of 64 MiB at once, which filled the default one, made 730 MiB of memory (1340 without the bound).
 */
export class BodyMemoryBudget {
  readonly #max: number;
  #used = 0;
  /** By team; those who hold something alone. */
  readonly #usedBy = new Map<string | undefined, number>();

  /** @param max bytes of all bodies together */
  constructor(max: number) {
    this.#max = max;
  }

  /** @param teamId undefined for all callers without a key */
  open(teamId: string | undefined): BodyReservation {
    let size = 0;
    const more = (bytes: number): number => counted(size + bytes) - counted(size);
    const own = (): number => this.#usedBy.get(teamId) ?? 0;
    const fits = (added: number): boolean =>
      this.#used + added <= this.#max && own() + added <= Math.floor(this.#max / 2);
    const add = (bytes: number): void => {
      this.#used += bytes;
      const held = own() + bytes;
      if (held === 0) this.#usedBy.delete(teamId);
      else this.#usedBy.set(teamId, held);
    };
    return {
      couldReserve: (bytes) => fits(more(bytes)),
      take: (bytes) => {
        const added = more(bytes);
        if (!fits(added)) return false;
        size += bytes;
        add(added);
        return true;
      },
      free: () => {
        add(-counted(size));
        size = 0;
      },
    };
  }
}
