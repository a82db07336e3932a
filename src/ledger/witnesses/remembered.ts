import { LedgerBrokenError } from '../errors.ts';
import type { OpenedCheckpoint } from '../proofs/checkpoint.ts';
import { NoteError } from '../proofs/errors.ts';
import { verifyConsistency } from '../proofs/merkle.ts';
import type { Delivery, Shipment } from './witness.ts';

/** A store that returns the last note it was given, but cannot judge notes. */
export interface Memory {
  /** Returns the last note stored for the team; undefined for none. */
  readonly last: () => Promise<string | undefined>;
  readonly keep: (note: string) => Promise<void>;
}

/** Judges checkpoints for a store that cannot: stores one only if it continues the last one. */
export const keepIfConsistent = async (memory: Memory, shipment: Shipment): Promise<Delivery> => {
  const note = await memory.last();
  if (note !== undefined) {
    const detail = await contradiction(note, shipment);
    if (detail !== undefined) return { state: 'refused', detail };
  }
  if (note !== shipment.note) await memory.keep(shipment.note);
  return { state: 'delivered' };
};

/** Describes how the new note contradicts the stored one; returns undefined if it continues the stored one. */
const contradiction = async (note: string, shipment: Shipment): Promise<string | undefined> => {
  let kept: OpenedCheckpoint;
  try {
    kept = shipment.open(note);
  } catch (error) {
    if (error instanceof NoteError) return 'foreign: the checkpoint kept there is not signed by this service';
    throw error;
  }
  const { origin, size, root } = shipment.checkpoint;
  // Like every witness, treats a different origin as a different log.
  if (kept.origin !== origin) return undefined;
  if (kept.size > size)
    return `truncated: a checkpoint over ${kept.size} rows is kept there, but the ledger has ${size}`;
  try {
    const proof = await shipment.proofSince(kept.size);
    const claim = { from: kept.size, to: size, fromRoot: kept.root, toRoot: root, proof };
    if (verifyConsistency(claim)) return undefined;
  } catch (error) {
    if (!(error instanceof LedgerBrokenError)) throw error;
  }
  return `rewritten: the ledger does not continue the checkpoint over ${kept.size} rows that is kept there`;
};
