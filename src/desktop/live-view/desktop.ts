import type { Duplex } from 'node:stream';

/** One person's control of a desktop. */
export interface HumanLease {
  /** @returns whether the lease was still valid */
  renew(leaseMs: number): boolean;
  handBack(): void;
  /** Milliseconds until the lease ends if it is not renewed. */
  readonly leftMs: number;
  readonly ended: Promise<'handed-back' | 'expired' | 'frozen' | 'closed'>;
}

/** The parts of a desktop that a view needs. */
export interface WatchedDesktop {
  readonly teamId: string;
  /**
   * Opens a new RFB session, which starts with the server's greeting.
   * @throws if the desktop is gone
   */
  dial(): Promise<Duplex>;
  /**
   * Enters text for the person in control.
   * @throws if the desktop is gone
   */
  enter(text: string, how: 'typed' | 'pasted'): Promise<void>;
  readonly control: {
    readonly holder: 'agent' | 'human';
    /**
     * Resolves when the agent's current action has ended.
     * @throws if another person has control
     */
    takeOver(who: string, leaseMs: number): Promise<HumanLease>;
    /** @returns a function that stops listening */
    onChange(listener: (holder: 'agent' | 'human') => void): () => void;
  };
  /** Resolves when the desktop is gone. */
  readonly closed: Promise<void>;
}
