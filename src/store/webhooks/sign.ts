import { createHmac, sign } from 'node:crypto';
import type { WebhookSecret } from './secrets.ts';

/** The keys that sign a message; a secret of the settings has no Ed25519 key. */
export type SigningSecret = Pick<WebhookSecret, 'hmac'> & Partial<Pick<WebhookSecret, 'ed25519'>>;

export interface Message {
  readonly id: string;
  /** Time of this attempt in seconds since the epoch. */
  readonly timestamp: number;
  readonly body: string;
}

/**
 * Returns the headers that authenticate a message by Standard Webhooks 1.0. Each secret contributes a `v1` signature
 * (HMAC-SHA-256) and, if it has an Ed25519 key, a `v1a` signature. A receiver accepts the message if any of them is right.
 */
export const signedHeaders = (
  secrets: readonly SigningSecret[],
  { id, timestamp, body }: Message,
): Readonly<Record<string, string>> => {
  const content = Buffer.from(`${id}.${timestamp}.${body}`);
  const signatures = secrets.flatMap(({ hmac, ed25519 }) => [
    `v1,${createHmac('sha256', hmac).update(content).digest('base64')}`,
    ...(ed25519 === undefined ? [] : [`v1a,${sign(null, content, ed25519).toString('base64')}`]),
  ]);
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    ...(signatures.length > 0 && { 'webhook-signature': signatures.join(' ') }),
  };
};

/** Writes an HMAC key as receivers' libraries expect it. */
export const formatSecret = (hmac: Buffer): string => `whsec_${hmac.toString('base64')}`;

/** Writes an Ed25519 public key in the form of Standard Webhooks. */
export const formatPublicKey = (key: Buffer): string => `whpk_${key.toString('base64')}`;

/** @returns undefined if the text is not a public key in the form of {@link formatPublicKey} */
export const parsePublicKey = (text: string): Buffer | undefined => {
  const [, base64] = /^whpk_([A-Za-z0-9+/]{43}=)$/.exec(text) ?? [];
  return base64 === undefined ? undefined : Buffer.from(base64, 'base64');
};

/** Reads a secret of the settings: `whsec_` and base64, or any other text, whose bytes are the key. */
export const parseSecret = (text: string): SigningSecret => ({
  hmac: text.startsWith('whsec_') ? Buffer.from(text.slice('whsec_'.length), 'base64') : Buffer.from(text),
});
