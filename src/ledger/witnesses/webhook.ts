import { hash } from 'node:crypto';
import { headersFor, type WebhookSignature } from '../audit/alert-webhook.ts';
import { REQUEST_MS, type Witness, WitnessAwayError } from './witness.ts';

/** Status codes by which a receiver reports that a checkpoint contradicts an earlier one. */
const REFUSALS = new Set([409, 422]);

/**
 * Creates a witness that posts checkpoints as JSON: `{team_id, origin, size, root, checkpoint, consistency: {from, proof}}`, with
 * the consistency proof from the last accepted checkpoint. With a secret, the body is signed by Standard Webhooks and, with the
 * signature `sha256`, also by X-Pramaan-Signature: `sha256=` and the hex HMAC-SHA-256 of the body.
 */
export const createWebhookWitness = ({
  name,
  url,
  secret,
  signature,
}: {
  readonly name: string;
  readonly url: string;
  readonly secret?: string | undefined;
  readonly signature?: WebhookSignature | undefined;
}): Witness => ({
  name,
  take: async ({ teamId, checkpoint, note, delivered, proofSince }) => {
    // A truncated ledger is shorter than the delivered size; the receiver has to judge that.
    const from = Math.min(delivered, checkpoint.size);
    const proof = from === 0 ? [] : await proofSince(from);
    const body = JSON.stringify({
      team_id: teamId,
      origin: checkpoint.origin,
      size: checkpoint.size,
      root: checkpoint.root.toString('base64'),
      checkpoint: note,
      consistency: { from, proof: proof.map((hash) => hash.toString('base64')) },
    });
    // Repeats of the same checkpoint have the same id.
    const id = `chk_${hash('sha256', `${name}\n${note}`).slice(0, 32)}`;
    const response = await fetch(url, {
      method: 'POST',
      body,
      headers: headersFor({ secret, signature }, { id, body }),
      redirect: 'error',
      signal: AbortSignal.timeout(REQUEST_MS),
    });
    await response.body?.cancel();
    if (response.ok) return { state: 'delivered' };
    if (REFUSALS.has(response.status)) {
      return { state: 'refused', detail: `contradicted: it responded with ${response.status}` };
    }
    throw new WitnessAwayError(`it responded with ${response.status}`);
  },
});
