/** Bodies up to 1 MiB bypass the memory budget, so a few large uploads cannot block small requests. */
const SMALL = 1024 * 1024;

/** Returns how many bytes of the budget a body of this size uses. */
const counted = (size: number): number => Math.max(0, size - SMALL);

/** One request's part of the budget, in use until the request frees it. */
export interface BodyReservation {
  /** Reserves room for bytes that have arrived; returns false if the budget has no room for them. */
  readonly take: (bytes: number) => boolean;
  /** Returns whether this many bytes could be reserved now. */
  readonly couldReserve: (bytes: number) => boolean;
  readonly free: () => void;
}

/**
 * Memory budget for the bodies that a process holds at the same time. A team may use at most half of it, so that another team's
 * large body still fits; all callers without a team share one such half. Bytes are counted when they arrive, not when they are
 * announced, so that nobody can reserve room for bytes that are never sent. Bodies and the values parsed from them use about
 * twice the body size: sixteen simultaneous bodies of 64 MiB, which fill the default budget, used 730 MiB of memory (1340 without
 * the limit).
 */
export class BodyMemoryBudget {
  readonly #max: number;
  #used = 0;
  /** Bytes in use by team; only teams that hold bytes have an entry. */
  readonly #usedBy = new Map<string | undefined, number>();

  /** @param max maximum number of bytes for all bodies together */
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
