import { parseVerifierKey } from '../proofs/verifier-key.ts';
import { createCosigner } from './cosigner.ts';
import { createFileWitness } from './file.ts';
import { createObjectStoreWitness } from './object-store.ts';
import type { WebhookSignature } from '../audit/alert-webhook.ts';
import type { WitnessSettings } from './settings.ts';
import { createWebhookWitness } from './webhook.ts';
import type { Witness } from './witness.ts';

/**
 * Creates a witness from its settings.
 * @param signature how a witness of kind `webhook` is signed for
 */
export const createWitness = (settings: WitnessSettings, signature?: WebhookSignature): Witness => {
  if (settings.kind === 'file') return createFileWitness(settings);
  if (settings.kind === 'object_store') return createObjectStoreWitness(settings);
  if (settings.kind === 'webhook') return createWebhookWitness({ ...settings, signature });
  return createCosigner({ ...settings, key: parseVerifierKey(settings.vkey) });
};
