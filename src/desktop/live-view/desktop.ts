import type { Duplex } from 'node:stream';

/** One person's hold on a desktop. */
export interface HumanLease {
  /** @returns whether the lease still stood */
  renew(leaseMs: number): boolean;
  handBack(): void;
  /** How long it lasts when nothing is done. */
  readonly leftMs: number;
  readonly ended: Promise<'handed-back' | 'expired' | 'closed'>;
}

/** What a view needs of a desktop. */
export interface WatchedDesktop {
  readonly teamId: string;
  /** A new RFB session, from the server's greeting on. @throws when the desktop is gone */
  dial(): Promise<Duplex>;
  /** Enters a text for the person in control. @throws when the desktop is gone */
  enter(text: string, how: 'typed' | 'pasted'): Promise<void>;
  readonly control: {
    readonly holder: 'agent' | 'human';
    /** Resolves when the agent's action under way has ended. @throws while another person has it */
    takeOver(who: string, leaseMs: number): Promise<HumanLease>;
    /** @returns stops telling */
    onChange(listener: (holder: 'agent' | 'human') => void): () => void;
  };
  /** Resolves when the desktop is gone. */
  readonly closed: Promise<void>;
}
