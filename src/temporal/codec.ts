import type { Payload, PayloadCodec } from '@temporalio/common';
import temporalProto from '@temporalio/proto';
import type { KeyRing } from '../crypto/key-ring.ts';

const PayloadMessage = temporalProto.temporal.api.common.v1.Payload;

const ENCODING = 'binary/encrypted';
const utf8 = new TextEncoder();
const text = (bytes: Uint8Array | null | undefined): string => Buffer.from(bytes ?? []).toString('utf8');

/**
 * Seals every payload that goes to the engine (AES-256-GCM), with the key's id in its metadata so that keys rotate.
 * A payload that this codec did not make passes through unchanged on the way back.
 */
export class SealingCodec implements PayloadCodec {
  readonly #ring: KeyRing;

  constructor(ring: KeyRing) {
    this.#ring = ring;
  }

  async encode(payloads: Payload[]): Promise<Payload[]> {
    return payloads.map((payload) => {
      const { keyId, bytes } = this.#ring.seal(PayloadMessage.encode(payload).finish());
      return { metadata: { encoding: utf8.encode(ENCODING), 'key-id': utf8.encode(keyId) }, data: bytes };
    });
  }

  /** @throws when a payload was changed, or sealed with a key that is no longer on the ring */
  async decode(payloads: Payload[]): Promise<Payload[]> {
    return payloads.map((payload) => {
      if (text(payload.metadata?.['encoding']) !== ENCODING) return payload;
      const bytes = this.#ring.open({
        keyId: text(payload.metadata?.['key-id']),
        bytes: payload.data ?? new Uint8Array(),
      });
      return PayloadMessage.decode(bytes);
    });
  }
}
