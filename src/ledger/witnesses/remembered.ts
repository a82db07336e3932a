import { LedgerBrokenError } from '../errors.ts';
import type { OpenedCheckpoint } from '../proofs/checkpoint.ts';
import { NoteError } from '../proofs/errors.ts';
import { verifyConsistency } from '../proofs/merkle.ts';
import type { Delivery, Shipment } from './witness.ts';

/** A place that keeps notes and gives the last one back, but cannot judge them. */
export interface Memory {
  /** The last note that was kept for the team; undefined for none. */
  readonly last: () => Promise<string | undefined>;
  readonly keep: (note: string) => Promise<void>;
}

/** Judges for a place that only stores: a checkpoint is kept there only if it continues the last one that is there. */
export const keepIfConsistent = async (memory: Memory, shipment: Shipment): Promise<Delivery> => {
  const note = await memory.last();
  if (note !== undefined) {
    const detail = await contradiction(note, shipment);
    if (detail !== undefined) return { state: 'refused', detail };
  }
  if (note !== shipment.note) await memory.keep(shipment.note);
  return { state: 'delivered' };
};

/** What is wrong between the note that is kept and the one that is to be; undefined when one continues the other. */
const contradiction = async (note: string, shipment: Shipment): Promise<string | undefined> => {
  let kept: OpenedCheckpoint;
  try {
    kept = shipment.open(note);
  } catch (error) {
    if (error instanceof NoteError) return 'foreign: what is kept there is not signed by this service';
    throw error;
  }
  const { origin, size, root } = shipment.checkpoint;
  // Another name is another log, as every witness takes it.
  if (kept.origin !== origin) return undefined;
  if (kept.size > size)
    return `truncated: a checkpoint over ${kept.size} rows is kept there, the ledger has ${size}`;
  try {
    const proof = await shipment.proofSince(kept.size);
    const claim = { from: kept.size, to: size, fromRoot: kept.root, toRoot: root, proof };
    if (verifyConsistency(claim)) return undefined;
  } catch (error) {
    if (!(error instanceof LedgerBrokenError)) throw error;
  }
  return `rewritten: the ledger does not continue the checkpoint over ${kept.size} rows that is kept there`;
};
