import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

export interface NamedKey {
  readonly id: string;
  readonly key: Buffer;
}

export interface Sealed {
  readonly keyId: string;
  /** Nonce (12 bytes), ciphertext, tag (16 bytes). */
  readonly bytes: Buffer;
}

const NONCE = 12;
const TAG = 16;

/** Encrypts with AES-256-GCM (NIST SP 800-38D) under a fresh random nonce. `context` is authenticated but not stored. */
export const seal = (key: Buffer, plain: Uint8Array, context: string): Buffer => {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(Buffer.from(context));
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
};

/** Decrypts the output of {@link seal}. @throws when the key, the context or a byte differs */
export const open = (key: Buffer, sealed: Uint8Array, context: string): Buffer => {
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
  if (bytes.length < NONCE + TAG) throw new Error('sealed bytes are too short');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE));
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(bytes.subarray(-TAG));
  return Buffer.concat([decipher.update(bytes.subarray(NONCE, -TAG)), decipher.final()]);
};

/**
 * The administrator's master keys. The first key seals, and all of them can open, so a key is rotated by adding a new one at the
 * front. Each purpose gets its own derived keys (HKDF, RFC 5869), so that bytes sealed for one purpose cannot be used for
 * another.
 */
export class KeyRing {
  readonly #keys: ReadonlyMap<string, Buffer>;
  readonly #current: string;
  readonly #purpose: string;

  constructor(keys: readonly NamedKey[], purpose: string) {
    const [first] = keys;
    if (first === undefined) throw new Error('a key ring needs at least one key');
    this.#current = first.id;
    this.#purpose = purpose;
    this.#keys = new Map(keys.map(({ id, key }) => [id, derive(key, purpose)]));
  }

  /**
   * Seals bytes under the current key.
   * @param place the bytes' owner; they can only be opened with the same owner
   */
  seal(plain: Uint8Array, place?: string): Sealed {
    return { keyId: this.#current, bytes: seal(this.#key(this.#current), plain, this.#context(place)) };
  }

  /**
   * Opens sealed bytes.
   * @throws when the key is no longer on the ring, the bytes were changed, or they were sealed for another owner
   */
  open({ keyId, bytes }: { readonly keyId: string; readonly bytes: Uint8Array }, place?: string): Buffer {
    return open(this.#key(keyId), bytes, this.#context(place));
  }

  /** Ids of the ring's keys, the current one first. */
  get ids(): readonly string[] {
    return [...this.#keys.keys()];
  }

  /** Returns whether bytes sealed under this key can be opened. */
  has(keyId: string): boolean {
    return this.#keys.has(keyId);
  }

  /** Computes an HMAC-SHA256 under the current key, for tokens that this service both issues and accepts. */
  sign(text: string): Buffer {
    return createHmac('sha256', this.#key(this.#current)).update(text).digest();
  }

  /** Computes the HMAC of {@link sign} and also returns the id of its key. */
  signature(text: string): { readonly keyId: string; readonly bytes: Buffer } {
    return { keyId: this.#current, bytes: this.sign(text) };
  }

  /** Computes the HMAC of {@link sign} under the key with the given id. @returns undefined when the ring has no such key */
  signatureUnder(keyId: string, text: string): Buffer | undefined {
    const key = this.#keys.get(keyId);
    return key && createHmac('sha256', key).update(text).digest();
  }

  /** Computes the HMAC of {@link sign} under every key of the ring, so that tokens issued before a rotation still work. */
  signatures(text: string): readonly Buffer[] {
    return [...this.#keys.values()].map((key) => createHmac('sha256', key).update(text).digest());
  }

  #context(place: string | undefined): string {
    return place === undefined ? this.#purpose : `${this.#purpose}\n${place}`;
  }

  #key(id: string): Buffer {
    const key = this.#keys.get(id);
    if (key === undefined) throw new Error(`encryption key "${id}" is not in ENCRYPTION_KEYS`);
    return key;
  }
}

const derive = (key: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), `pramaan/${purpose}`, 32));
