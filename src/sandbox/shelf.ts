import type { Started } from './container.ts';
import type { Bounds } from './container-spec.ts';
import { Demand } from './demand.ts';
import { FairQueue } from './fair-queue.ts';
import type { Profile } from './job.ts';

/** Someone who waits for a sandbox. */
export interface Waiter {
  readonly give: (started: Started) => void;
  readonly fail: (error: Error) => void;
}

/** Sandboxes of one kind: those that stand ready, those that start, and who waits for one. */
export class Shelf {
  readonly profile: Profile;
  readonly bounds: Bounds;
  readonly demand: Demand;
  readonly waiters = new FairQueue<Waiter>();
  readonly ready: Started[] = [];
  starting = 0;
  /** Starts that failed since the last one that did not. */
  failures = 0;

  constructor(profile: Profile, bounds: Bounds, depth: { readonly min: number; readonly max: number }) {
    this.profile = profile;
    this.bounds = bounds;
    this.demand = new Demand(depth);
  }

  /** How many more would have to start for those who wait. */
  get owed(): number {
    return this.waiters.size - this.starting;
  }

  /** How many more should start to be ahead of demand; negative where too many stand ready. */
  get wanting(): number {
    return this.demand.target() - this.ready.length - this.starting;
  }

  /** Takes one out that stands ready, wherever it stands. */
  withdraw(started: Started): boolean {
    const at = this.ready.indexOf(started);
    if (at !== -1) this.ready.splice(at, 1);
    return at !== -1;
  }
}
