/** Bodies up to 1 MiB bypass the memory budget, so a few large uploads cannot block small requests. */
const SMALL = 1024 * 1024;

/** Returns how many bytes of the budget a body of this size uses. */
const counted = (size: number): number => Math.max(0, size - SMALL);

/** The part of the budget that one request uses until it frees it. */
export interface BodyReservation {
  /** Reserves room for bytes that arrived; returns false when the budget has no room for them. */
  readonly take: (bytes: number) => boolean;
  /** Returns whether this many bytes could be reserved now. */
  readonly couldReserve: (bytes: number) => boolean;
  readonly free: () => void;
}

/**
 * Memory budget for the bodies that a process holds at the same time. A team may use at most half of it, so that a large body of
 * another team still fits; all callers without a team share one such half. Bytes are counted as they arrive instead of as
 * announced, so that nobody reserves room with bytes that are never sent. Bodies and what is parsed from them take about twice
 * their size: sixteen bodies of 64 MiB at once, which fill the default budget, took 730 MiB of memory (1340 without the bound).
 */
export class BodyMemoryBudget {
  readonly #max: number;
  #used = 0;
  /** Bytes in use by team; only teams that hold something have an entry. */
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
