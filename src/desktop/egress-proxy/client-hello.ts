import { createHash } from 'node:crypto';
import { EGRESS_LIMITS } from './limits.ts';

/** Information in a TLS client's first message about the requested server (RFC 8446, RFC 6066). */
export type HelloReading =
  | { readonly kind: 'partial' }
  | { readonly kind: 'not-tls' }
  /**
   * `names`: requested host names in lower case. `hidden`: the intended name is encrypted. `length`: size of its records in
   * bytes.
   */
  | {
      readonly kind: 'hello';
      readonly names: readonly string[];
      readonly hidden: boolean;
      readonly length: number;
    };

const HANDSHAKE = 22;
const CLIENT_HELLO = 1;
const RECORD_MAX = 16_384 + 256;

const SERVER_NAME = 0;
const HOST_NAME = 0;
/** Encrypted Client Hello (RFC 9849) and its earlier drafts: the unencrypted name is not the intended one. */
const HIDING: ReadonlySet<number> = new Set([0xfe0d, 0xfe08, 0xfe09, 0xfe0a, 0xffce]);

const NOT_TLS = { kind: 'not-tls' } as const;
const PARTIAL = { kind: 'partial' } as const;

/** Reads bytes in order. Reading past the end throws, which means that the message is not a hello. */
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

  /** Reads a length that is `size` bytes long, and then that many bytes. */
  vector(size: number): Buffer {
    return this.take(this.number(size));
  }
}

/**
 * Joins the first handshake message's records. Reads each byte only once, however many records the message is split into and
 * however slowly they arrive, so that a slow client cannot waste our CPU time.
 */
class FirstMessage {
  readonly #most: number;
  readonly #parts: Buffer[] = [];
  #joined = 0;
  /** Offset of the next record. */
  #at: number;
  /** Length of the message including its four-byte header; undefined until that header has arrived. */
  #whole: number | undefined;

  constructor(most: number, from: number) {
    this.#most = most;
    this.#at = from;
  }

  /** @param bytes all bytes that have arrived so far */
  read(
    bytes: Buffer,
  ): { readonly message: Buffer; readonly length: number } | typeof NOT_TLS | typeof PARTIAL {
    for (;;) {
      const state = this.#state();
      if (state !== undefined) return state;
      const left = bytes.length - this.#at;
      if ((left > 0 && bytes[this.#at] !== HANDSHAKE) || (left > 1 && bytes[this.#at + 1] !== 3)) {
        return NOT_TLS;
      }
      if (left < 5) return PARTIAL;
      const length = bytes.readUInt16BE(this.#at + 3);
      if (length === 0 || length > RECORD_MAX) return NOT_TLS;
      if (left < 5 + length) return PARTIAL;
      this.#take(bytes.subarray(this.#at + 5, this.#at + 5 + length));
      this.#at += 5 + length;
    }
  }

  #take(fragment: Buffer): void {
    // Copy the fragment, because the buffer that contains it may move as it grows.
    this.#parts.push(Buffer.from(fragment));
    this.#joined += fragment.length;
    if (this.#whole !== undefined || this.#joined < 4) return;
    const head = Buffer.concat(this.#parts);
    this.#whole = head[0] === CLIENT_HELLO ? 4 + head.readUIntBE(1, 3) : Infinity;
  }

  #state(): { readonly message: Buffer; readonly length: number } | typeof NOT_TLS | undefined {
    if (this.#whole === undefined) return undefined;
    // Keys change after a hello, so nothing may follow it in its record (RFC 8446, 5.1), not even a second one.
    if (this.#whole > this.#most || this.#joined > this.#whole) return NOT_TLS;
    if (this.#joined < this.#whole) return undefined;
    return { message: Buffer.concat(this.#parts).subarray(4), length: this.#at };
  }
}

const serverNames = (extension: Buffer): readonly string[] => {
  const names: string[] = [];
  const list = new Cursor(new Cursor(extension).vector(2));
  while (!list.done) {
    const type = list.number(1);
    const name = list.vector(2).toString('latin1').toLowerCase();
    // A name of an unknown type still counts as a name, and more than one name is refused.
    names.push(type === HOST_NAME ? name : '');
  }
  return names;
};

/** Reads the first data on a connection. It is called again whenever more data arrives; `partial` requests more bytes. */
export type HelloReader = (bytes: Buffer) => HelloReading;

/** @param most maximum size of a hello in bytes: one with post-quantum key shares has about 2 KiB */
export const helloReader = (most = EGRESS_LIMITS.helloBytes, from = 0): HelloReader => {
  const first = new FirstMessage(most, from);
  return (bytes) => {
    const read = first.read(bytes);
    return 'kind' in read ? read : namesIn(read);
  };
};

const namesIn = ({
  message,
  length,
}: {
  readonly message: Buffer;
  readonly length: number;
}): HelloReading => {
  try {
    const body = new Cursor(message);
    body.take(2 + 32);
    body.vector(1);
    body.vector(2);
    body.vector(1);
    const names: string[] = [];
    let hidden = false;
    // Before TLS 1.2, a hello could end here.
    const extensions = new Cursor(body.done ? Buffer.alloc(0) : body.vector(2));
    while (!extensions.done) {
      const type = extensions.number(2);
      const content = extensions.vector(2);
      if (type === SERVER_NAME) names.push(...serverNames(content));
      if (HIDING.has(type)) hidden = true;
    }
    return { kind: 'hello', names, hidden, length };
  } catch {
    return NOT_TLS;
  }
};

const CHANGE_CIPHER_SPEC = 20;
const APPLICATION_DATA = 23;

/**
 * Reads the second hello, which a client sends after a server has asked for a retry (RFC 8446, 4.1.2). Before it, the client may
 * have sent early data, and a record whose header has an older TLS version.
 */
export const secondHelloReader = (most = EGRESS_LIMITS.helloBytes): HelloReader => {
  let from = 0;
  let read: HelloReader | undefined;
  return (bytes) => {
    while (read === undefined) {
      const type = bytes[from];
      if (type === undefined) return PARTIAL;
      if (type !== CHANGE_CIPHER_SPEC && type !== APPLICATION_DATA) read = helloReader(most, from);
      else if (bytes.length < from + 5) return PARTIAL;
      else from += 5 + bytes.readUInt16BE(from + 3);
    }
    return read(bytes);
  };
};

/** Random value of a ServerHello that requests a retry: SHA-256 of "HelloRetryRequest". */
const RETRY = createHash('sha256').update('HelloRetryRequest').digest();
const RETRY_AT = 5 + 4 + 2;

/** Returns whether a server's first bytes request a retry; undefined if more bytes are needed to decide. */
export const asksToRetry = (bytes: Buffer): boolean | undefined => {
  const seen = bytes.subarray(RETRY_AT, RETRY_AT + RETRY.length);
  if ((bytes.length > 0 && bytes[0] !== HANDSHAKE) || !RETRY.subarray(0, seen.length).equals(seen))
    return false;
  return seen.length < RETRY.length ? undefined : true;
};
