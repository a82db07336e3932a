import type { OpenedCheckpoint } from '../proofs/checkpoint.ts';

/** A team's latest checkpoint on its way to somebody who keeps it outside of our database. */
export interface Shipment {
  readonly teamId: string;
  readonly checkpoint: { readonly origin: string; readonly size: number; readonly root: Buffer };
  /** The signed note. */
  readonly note: string;
  /** Size that this witness took last, as far as we know; 0 for none. */
  readonly delivered: number;
  /** Reads a checkpoint that a witness held for us. @throws NoteError when none of our keys has signed it */
  readonly open: (note: string) => OpenedCheckpoint;
  /** Consistency proof from an earlier size. @throws LedgerBrokenError when our tree does not hold it */
  readonly proofSince: (size: number) => Promise<readonly Buffer[]>;
}

/** `refused`: what the witness holds contradicts our ledger, or so it says. */
export type Delivery =
  | { readonly state: 'delivered'; readonly cosignature?: { readonly name: string; readonly line: string } }
  | { readonly state: 'refused'; readonly detail: string };

/** Somebody outside of the database who is told of checkpoints, so that a rewritten or shortened chain is found. */
export interface Witness {
  readonly name: string;
  /** @throws WitnessAwayError, or what the network threw, when it should be tried again later */
  readonly take: (shipment: Shipment) => Promise<Delivery>;
}

/** The witness could not take a checkpoint now. The message is ours and holds nothing of what it answered. */
export class WitnessAwayError extends Error {
  override readonly name = 'WitnessAwayError';
}

/** How long one request to a witness may take. */
export const REQUEST_MS = 5_000;
