import type { Started } from './container.ts';
import type { Bounds } from './container-spec.ts';
import { Demand } from './demand.ts';
import { FairQueue } from './fair-queue.ts';
import type { Profile } from './job.ts';

/** A caller that is waiting for a sandbox. */
export interface Waiter {
  readonly give: (started: Started) => void;
  readonly fail: (error: Error) => void;
}

/** Sandboxes of one kind: the ready ones, the starting ones, and the callers waiting for one. */
export class Shelf {
  readonly profile: Profile;
  readonly bounds: Bounds;
  readonly demand: Demand;
  readonly waiters = new FairQueue<Waiter>();
  readonly ready: Started[] = [];
  starting = 0;
  /** Number of failed starts since the last successful one. */
  failures = 0;

  constructor(profile: Profile, bounds: Bounds, depth: { readonly min: number; readonly max: number }) {
    this.profile = profile;
    this.bounds = bounds;
    this.demand = new Demand(depth);
  }

  /** Number of further starts that the waiting callers need. */
  get owed(): number {
    return this.waiters.size - this.starting;
  }

  /** Number of starts needed to stay ahead of demand; negative if too many sandboxes are ready. */
  get wanting(): number {
    return this.demand.target() - this.ready.length - this.starting;
  }

  /**
   * Removes a sandbox from the ready ones.
   * @returns whether it was there
   */
  withdraw(started: Started): boolean {
    const at = this.ready.indexOf(started);
    if (at !== -1) this.ready.splice(at, 1);
    return at !== -1;
  }
}
