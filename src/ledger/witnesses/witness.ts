import type { OpenedCheckpoint } from '../proofs/checkpoint.ts';

/** A team's latest checkpoint on its way to a witness that keeps it outside the database. */
export interface Shipment {
  readonly teamId: string;
  readonly checkpoint: { readonly origin: string; readonly size: number; readonly root: Buffer };
  /** The signed note. */
  readonly note: string;
  /** Size that this witness accepted last, as far as this database knows; 0 for none. */
  readonly delivered: number;
  /** Reads a checkpoint that a witness kept. @throws NoteError when no key of the log signed it */
  readonly open: (note: string) => OpenedCheckpoint;
  /** Returns the consistency proof from an earlier size. @throws LedgerBrokenError when the tree does not hold it */
  readonly proofSince: (size: number) => Promise<readonly Buffer[]>;
}

/** `refused`: what the witness holds contradicts this ledger, or the witness says so. */
export type Delivery =
  | { readonly state: 'delivered'; readonly cosignature?: { readonly name: string; readonly line: string } }
  | { readonly state: 'refused'; readonly detail: string };

/** A party outside the database that receives checkpoints, so that a rewritten or shortened chain is detected. */
export interface Witness {
  readonly name: string;
  /** Delivers a checkpoint. @throws WitnessAwayError, or what the network threw, when it should be retried later */
  readonly take: (shipment: Shipment) => Promise<Delivery>;
}

/**
 * The witness could not take a checkpoint now. The message is written by this service and holds nothing from the witness's
 * response.
 */
export class WitnessAwayError extends Error {
  override readonly name = 'WitnessAwayError';
}

/** Maximum duration in milliseconds of one request to a witness. */
export const REQUEST_MS = 5_000;
