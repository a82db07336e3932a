import { ControlTakenError } from './errors.ts';

export type LeaseEnd = 'handed-back' | 'expired' | 'frozen' | 'closed';

/** One person's control of a desktop. */
export interface ControlLease {
  readonly who: string;
  /**
   * Extends the lease to `leaseMs` from now.
   * @returns whether the lease was still valid
   */
  renew(leaseMs: number): boolean;
  handBack(): void;
  /** Milliseconds until the lease ends if it is not renewed. */
  readonly leftMs: number;
  readonly ended: Promise<LeaseEnd>;
}

/**
 * Decides who may act on a desktop: the agent, or one person for as long as a lease lasts. The agent finishes its current action;
 * its next action waits until the agent has control again.
 */
export class ControlGate {
  #lease: { readonly lease: ControlLease; readonly end: (how: LeaseEnd) => void } | undefined;
  #acting: Promise<unknown> = Promise.resolve();
  #closed = false;
  #frozen = false;
  readonly #beforePerson: () => void;
  readonly #afterPerson: () => Promise<void>;
  /**
   * Set while the keys and buttons that a person held are being released; otherwise the agent's next key could combine with them.
   */
  #settling: Promise<void> | undefined;
  readonly #listeners = new Set<(holder: 'agent' | 'human') => void>();
  #waiting: (() => void)[] = [];

  /**
   * @param beforePerson runs after the agent's current action has ended and before a person acts
   * @param afterPerson runs after a person has given back control and before the agent acts
   */
  constructor(
    beforePerson: () => void = () => undefined,
    afterPerson: () => Promise<void> = async () => undefined,
  ) {
    this.#beforePerson = beforePerson;
    this.#afterPerson = afterPerson;
  }

  get holder(): 'agent' | 'human' {
    return this.#lease === undefined ? 'agent' : 'human';
  }

  /**
   * Calls the listener whenever the holder changes.
   * @returns a function that stops listening
   */
  onChange(listener: (holder: 'agent' | 'human') => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Gives the desktop to a person once the agent's current action has ended. The lease starts then.
   * @throws ControlTakenError if another person has it, or nobody may act
   */
  async takeOver(who: string, leaseMs: number): Promise<ControlLease> {
    if (this.#lease !== undefined || this.#closed || this.#frozen) throw new ControlTakenError();
    const lease = this.#grant(who);
    this.#notify();
    await this.#acting;
    if (lease.renew(leaseMs)) this.#beforePerson();
    return lease;
  }

  /**
   * Runs one of the agent's actions as soon as the agent may act.
   * @param signal ends the wait
   */
  async act<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    while (this.#lease !== undefined || this.#settling !== undefined || this.#frozen) {
      signal?.throwIfAborted();
      if (this.#lease === undefined && !this.#frozen) {
        await this.#settling;
        continue;
      }
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
        signal?.addEventListener('abort', () => resolve(), { once: true });
      });
    }
    signal?.throwIfAborted();
    const acting = task();
    this.#acting = acting.catch(() => undefined);
    return acting;
  }

  /** Lets nobody act until {@link thaw}, and ends a person's lease. */
  freeze(): void {
    this.#frozen = true;
    this.#lease?.end('frozen');
  }

  thaw(): void {
    this.#frozen = false;
    for (const go of this.#waiting.splice(0)) go();
  }

  /** Marks the desktop as gone, which ends a person's lease. */
  close(): void {
    this.#closed = true;
    this.#lease?.end('closed');
  }

  #grant(who: string): ControlLease {
    const { promise, resolve } = Promise.withResolvers<LeaseEnd>();
    let timer: NodeJS.Timeout | undefined;
    let until = 0;
    const end = (how: LeaseEnd): void => {
      clearTimeout(timer);
      if (this.#lease?.lease !== lease) return;
      this.#lease = undefined;
      resolve(how);
      this.#settle();
      this.#notify();
      for (const go of this.#waiting.splice(0)) go();
    };
    const renew = (forMs: number): boolean => {
      if (this.#lease?.lease !== lease) return false;
      clearTimeout(timer);
      until = performance.now() + forMs;
      timer = setTimeout(() => end('expired'), forMs);
      return true;
    };
    const lease: ControlLease = {
      who,
      renew,
      handBack: () => end('handed-back'),
      get leftMs() {
        return Math.max(0, Math.round(until - performance.now()));
      },
      ended: promise,
    };
    this.#lease = { lease, end };
    return lease;
  }

  #settle(): void {
    // Ignore errors: a desktop that is gone has nothing left to release.
    const settling: Promise<void> = this.#afterPerson()
      .catch(() => undefined)
      .finally(() => {
        if (this.#settling === settling) this.#settling = undefined;
      });
    this.#settling = settling;
  }

  #notify(): void {
    for (const listener of this.#listeners) listener(this.holder);
  }
}
