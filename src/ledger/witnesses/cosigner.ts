import { formatCheckpoint } from '../proofs/checkpoint.ts';
import { NoteError } from '../proofs/errors.ts';
import { formatSignature, openNote, parseSignatures } from '../proofs/note.ts';
import type { VerifierKey } from '../proofs/verifier-key.ts';
import { type Delivery, REQUEST_MS, type Shipment, type Witness, WitnessAwayError } from './witness.ts';

/**
 * Creates a witness that cosigns: a C2SP tlog-witness. It remembers each log's last checkpoint, and cosigns a new checkpoint only
 * if it continues the last one.
 */
export const createCosigner = (settings: {
  readonly name: string;
  readonly url: string;
  readonly key: VerifierKey;
}): Witness => {
  const add = async (shipment: Shipment, old: number): Promise<Delivery> => {
    const { size } = shipment.checkpoint;
    const proof = old === 0 || old === size ? [] : await shipment.proofSince(old);
    const lines = proof.map((hash) => `${hash.toString('base64')}\n`).join('');
    const response = await fetch(`${settings.url.replace(/\/+$/, '')}/add-checkpoint`, {
      method: 'POST',
      body: `old ${old}\n${lines}\n${shipment.note}`,
      redirect: 'error',
      signal: AbortSignal.timeout(REQUEST_MS),
    });
    const answer = await response.text();
    if (response.status === 200) return { state: 'delivered', cosignature: cosignatureIn(answer, shipment) };
    if (response.status === 422) {
      return {
        state: 'refused',
        detail: `rewritten: the witness finds no path from its ${old} rows to our ${size}`,
      };
    }
    if (response.status !== 409) throw new WitnessAwayError(refusalOf(response.status));
    const held = Number(/^(\d+)\n?$/.exec(answer)?.[1] ?? Number.NaN);
    if (held > size) {
      return {
        state: 'refused',
        detail: `truncated: the witness has seen ${held} rows, but the ledger has ${size}`,
      };
    }
    if (Number.isNaN(held) || held === old)
      throw new WitnessAwayError('it responded with 409 but without a usable size');
    return add(shipment, held);
  };

  const cosignatureIn = (answer: string, { checkpoint }: Shipment): { name: string; line: string } => {
    try {
      const note = `${formatCheckpoint(checkpoint)}\n${answer}`;
      openNote(note, [settings.key]);
      const line = parseSignatures(answer).find(
        ({ name, keyId }) => name === settings.key.name && keyId === settings.key.id,
      );
      if (line !== undefined) return { name: settings.key.name, line: formatSignature(line) };
    } catch (error) {
      if (!(error instanceof NoteError)) throw error;
    }
    throw new WitnessAwayError('its response lacks a cosignature by its configured key');
  };

  return {
    name: settings.name,
    // If this ledger was truncated, the witness's own reply reveals it.
    take: async (shipment) => add(shipment, Math.min(shipment.delivered, shipment.checkpoint.size)),
  };
};

const refusalOf = (status: number): string => {
  if (status === 404) return 'it does not know the log: ask its administrator to add the origin and the key';
  if (status === 403) return 'it does not know a key that signed: ask its administrator to add the new key';
  return `it responded with ${status}`;
};
