import type { OpenedCheckpoint } from '../proofs/checkpoint.ts';

/** A team's latest checkpoint, to be delivered to a witness that keeps it outside the database. */
export interface Shipment {
  readonly teamId: string;
  readonly checkpoint: { readonly origin: string; readonly size: number; readonly root: Buffer };
  /** The signed note. */
  readonly note: string;
  /** Size of the last checkpoint accepted by this witness, according to this database; 0 for none. */
  readonly delivered: number;
  /** Reads a checkpoint kept by a witness. @throws NoteError when none of the log's keys signed it */
  readonly open: (note: string) => OpenedCheckpoint;
  /** Returns the consistency proof from an earlier size. @throws LedgerBrokenError when the tree lacks the hashes */
  readonly proofSince: (size: number) => Promise<readonly Buffer[]>;
}

/** `refused`: the witness's stored checkpoint contradicts this ledger, or the witness says that it does. */
export type Delivery =
  | { readonly state: 'delivered'; readonly cosignature?: { readonly name: string; readonly line: string } }
  | { readonly state: 'refused'; readonly detail: string };

/** A party outside the database that receives checkpoints and can thus detect a rewritten or shortened chain. */
export interface Witness {
  readonly name: string;
  /** Delivers a checkpoint. @throws WitnessAwayError or the network's error, when the delivery should be retried later */
  readonly take: (shipment: Shipment) => Promise<Delivery>;
}

/**
 * Thrown when the witness cannot accept a checkpoint at the moment. The message is written by this service and contains nothing
 * from the witness's response.
 */
export class WitnessAwayError extends Error {
  override readonly name = 'WitnessAwayError';
}

/** Maximum duration of a request to a witness, in milliseconds. */
export const REQUEST_MS = 5_000;
