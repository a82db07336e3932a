import { ForgedError } from './errors.ts';
import { concat, fromBase64, utf8 } from './proofs/bytes.ts';
import { isSignedBy } from './proofs/ed25519.ts';
import type { EventType } from './generated/types.ts';

/** An event that a webhook delivers: what happened, when, and the ids to read the rest by. */
export interface WebhookEvent {
  readonly type: EventType | 'webhook.test';
  readonly timestamp: string;
  readonly data: Readonly<Record<string, string | number | null>>;
}

export interface ReceivedWebhook {
  /** The bytes as they came: parsing them first would break the signature. */
  readonly body: string | Uint8Array;
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Secrets (`whsec_…`) or public keys (`whpk_…`) of the webhook. One that fits is enough. */
  readonly keys: readonly string[];
  /** How far the time of sending may be off, in seconds; default 300. */
  readonly toleranceS?: number;
  readonly now?: Date;
}

/**
 * Checks the signature and the time of a webhook (Standard Webhooks 1.0).
 * @returns its id, which is the same each time it is delivered, and its event
 * @throws ForgedError unless one of the keys signed it just now
 */
export const verifyWebhook = async ({
  body,
  headers,
  keys,
  toleranceS = 300,
  now = new Date(),
}: ReceivedWebhook): Promise<{ readonly id: string; readonly event: WebhookEvent }> => {
  const header = (name: string): string => {
    const value = headers instanceof Headers ? headers.get(name) : headers[name];
    if (typeof value === 'string') return value;
    throw new ForgedError(`the webhook has no header ${name}`);
  };
  const [id, sentAt] = [header('webhook-id'), header('webhook-timestamp')];
  const age = Math.abs(now.getTime() / 1000 - Number(sentAt));
  if (!/^\d{1,12}$/.test(sentAt) || age > toleranceS)
    throw new ForgedError('the webhook was sent at another time');
  const bytes = typeof body === 'string' ? utf8(body) : body;
  const signed = concat(utf8(`${id}.${sentAt}.`), bytes);
  for (const signature of header('webhook-signature').split(' '))
    for (const key of keys) if (await fits(signature, key, signed)) return { id, event: eventIn(bytes) };
  throw new ForgedError('none of the keys signed this webhook');
};

/**
 * Parses a verified body. Anybody who also has a key can sign anything, so the content may still be
 * malformed.
 */
const eventIn = (bytes: Uint8Array): WebhookEvent => {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as WebhookEvent;
  } catch (error) {
    throw new ForgedError('the webhook is not JSON in UTF-8', { cause: error });
  }
};

const fits = async (signature: string, key: string, signed: Uint8Array<ArrayBuffer>): Promise<boolean> => {
  const [, version, base64 = ''] = /^(v1a?),(\S+)$/.exec(signature) ?? [];
  const [, kind, encoded = ''] = /^(whsec|whpk)_(\S+)$/.exec(key) ?? [];
  const [bytes, material] = [fromBase64(base64), fromBase64(encoded)];
  if (bytes === undefined || material === undefined) return false;
  if (version === 'v1a' && kind === 'whpk') return isSignedBy(material, signed, bytes);
  if (version !== 'v1' || kind !== 'whsec') return false;
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const secret = await crypto.subtle.importKey('raw', material, hmac, false, ['verify']);
  return crypto.subtle.verify('HMAC', secret, bytes, signed);
};
