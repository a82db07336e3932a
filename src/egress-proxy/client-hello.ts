/** What the first message of a TLS client says of the server that it wants (RFC 8446, RFC 6066). */
export type HelloReading =
  | { readonly kind: 'partial' }
  | { readonly kind: 'not-tls' }
  /** `names`: host names asked for, lower case. `hidden`: the name that counts is encrypted. */
  | { readonly kind: 'hello'; readonly names: readonly string[]; readonly hidden: boolean };

const HANDSHAKE = 22;
const CLIENT_HELLO = 1;
const RECORD_MAX = 16_384 + 256;
/** The largest hello that is read: one with post-quantum key shares has about 2 KiB. */
export const HELLO_MAX = 32_768;

const SERVER_NAME = 0;
const HOST_NAME = 0;
/** Encrypted Client Hello (RFC 9849) and the drafts before it: the name in the clear is not the one meant. */
const HIDING: ReadonlySet<number> = new Set([0xfe0d, 0xfe08, 0xfe09, 0xfe0a, 0xffce]);

const NOT_TLS: HelloReading = { kind: 'not-tls' };
const PARTIAL: HelloReading = { kind: 'partial' };

/** Walks over bytes; reading past their end throws, and the hello is then none. */
class Cursor {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get done(): boolean {
    return this.#at >= this.#bytes.length;
  }

  number(size: number): number {
    return this.take(size).readUIntBE(0, size);
  }

  take(size: number): Buffer {
    if (this.#at + size > this.#bytes.length) throw new RangeError('truncated');
    return this.#bytes.subarray(this.#at, (this.#at += size));
  }

  /** Bytes with their length, of `size` bytes, in front. */
  vector(size: number): Buffer {
    return this.take(this.number(size));
  }
}

/** The body of the first handshake message; it may be spread over records. */
const firstMessage = (bytes: Buffer): Buffer | HelloReading => {
  let joined = Buffer.alloc(0);
  for (let at = 0; ;) {
    if (joined.length >= 4) {
      const whole = 4 + joined.readUIntBE(1, 3);
      if (joined[0] !== CLIENT_HELLO || whole > HELLO_MAX) return NOT_TLS;
      if (joined.length >= whole) return joined.subarray(4, whole);
    }
    const left = bytes.subarray(at);
    if ((left.length > 0 && left[0] !== HANDSHAKE) || (left.length > 1 && left[1] !== 3)) return NOT_TLS;
    if (left.length < 5) return PARTIAL;
    const length = left.readUInt16BE(3);
    if (length === 0 || length > RECORD_MAX) return NOT_TLS;
    if (left.length < 5 + length) return PARTIAL;
    joined = Buffer.concat([joined, left.subarray(5, 5 + length)]);
    at += 5 + length;
  }
};

const serverNames = (extension: Buffer): readonly string[] => {
  const names: string[] = [];
  const list = new Cursor(new Cursor(extension).vector(2));
  while (!list.done) {
    const type = list.number(1);
    const name = list.vector(2).toString('latin1').toLowerCase();
    // A kind of name that is not known still counts as one: two names are one too many.
    names.push(type === HOST_NAME ? name : '');
  }
  return names;
};

/** Reads the first bytes of a connection. More may follow; 'partial' asks for them. */
export const readClientHello = (bytes: Buffer): HelloReading => {
  const message = firstMessage(bytes);
  if (!Buffer.isBuffer(message)) return message;
  try {
    const body = new Cursor(message);
    body.take(2 + 32);
    body.vector(1);
    body.vector(2);
    body.vector(1);
    const names: string[] = [];
    let hidden = false;
    // Before TLS 1.2 a hello could end here.
    const extensions = new Cursor(body.done ? Buffer.alloc(0) : body.vector(2));
    while (!extensions.done) {
      const type = extensions.number(2);
      const content = extensions.vector(2);
      if (type === SERVER_NAME) names.push(...serverNames(content));
      if (HIDING.has(type)) hidden = true;
    }
    return { kind: 'hello', names, hidden };
  } catch {
    return NOT_TLS;
  }
};
