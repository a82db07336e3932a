import { ControlTakenError } from './errors.ts';

export type LeaseEnd = 'handed-back' | 'expired' | 'closed';

/** One person's hold on a desktop. */
export interface ControlLease {
  readonly who: string;
  /** Puts the end off to `leaseMs` from now. @returns whether the lease still stood */
  renew(leaseMs: number): boolean;
  handBack(): void;
  /** How long it lasts when nothing is done. */
  readonly leftMs: number;
  readonly ended: Promise<LeaseEnd>;
}

/**
 * Who may act on a desktop: the agent, or one person for as long as a lease runs. An action of the agent that has begun is
 * finished first; its next one waits until the desktop is the agent's again.
 */
export class ControlGate {
  #lease: { readonly lease: ControlLease; readonly end: (how: LeaseEnd) => void } | undefined;
  #acting: Promise<unknown> = Promise.resolve();
  #closed = false;
  readonly #beforePerson: () => void;
  readonly #afterPerson: () => Promise<void>;
  /** While what a person held goes up; the agent's next key would otherwise meet it. */
  #settling: Promise<void> | undefined;
  readonly #listeners = new Set<(holder: 'agent' | 'human') => void>();
  #waiting: (() => void)[] = [];

  /**
   * @param beforePerson done when the agent's action under way has ended and before a person acts
   * @param afterPerson done when a person has given back and before the agent acts
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

  /** Is told of every change. @returns stops telling */
  onChange(listener: (holder: 'agent' | 'human') => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Gives the desktop to a person once the agent's action under way has ended; the lease runs from then on.
   * @throws ControlTakenError while another person has it
   */
  async takeOver(who: string, leaseMs: number): Promise<ControlLease> {
    if (this.#lease !== undefined || this.#closed) throw new ControlTakenError();
    const lease = this.#grant(who);
    this.#notify();
    await this.#acting;
    if (lease.renew(leaseMs)) this.#beforePerson();
    return lease;
  }

  /**
   * Lets the agent act, when it may.
   * @param signal ends the waiting
   */
  async act<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    while (this.#lease !== undefined || this.#settling !== undefined) {
      signal?.throwIfAborted();
      if (this.#lease === undefined) {
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

  /** The desktop is gone: a lease ends with it. */
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
    // A desktop that is gone has nothing left to let go of.
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
