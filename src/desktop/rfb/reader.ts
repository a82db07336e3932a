import type { Socket } from 'node:net';

/** Reads exact numbers of bytes from a stream, in the order of the requests. Supports one reader at a time. */
export class ByteReader {
  readonly #chunks: Buffer[] = [];
  #held = 0;
  #wanted = 0;
  #wake: (() => void) | undefined;
  #failure: Error | undefined;

  constructor(socket: Socket) {
    socket.on('data', (chunk: Buffer) => {
      this.#chunks.push(chunk);
      this.#held += chunk.length;
      if (this.#held >= this.#wanted) this.#wake?.();
    });
    const end = (error?: Error): void => {
      this.#failure ??= error ?? new Error('the connection to the desktop ended');
      this.#wake?.();
    };
    socket.on('error', end);
    socket.on('close', () => end());
  }

  /** @throws the error that ended the stream before enough bytes had arrived */
  async read(length: number): Promise<Buffer> {
    if (this.#held < length) await this.#wait(length);
    if (length === 0) return Buffer.alloc(0);
    const [first] = this.#chunks;
    if (first !== undefined && first.length > length) {
      this.#chunks[0] = first.subarray(length);
      this.#held -= length;
      return first.subarray(0, length);
    }
    return this.#gather(length);
  }

  #gather(length: number): Buffer {
    const whole = Buffer.allocUnsafe(length);
    for (let at = 0; at < length;) {
      const chunk = this.#chunks[0]!;
      const taken = Math.min(chunk.length, length - at);
      chunk.copy(whole, at, 0, taken);
      at += taken;
      if (taken === chunk.length) this.#chunks.shift();
      else this.#chunks[0] = chunk.subarray(taken);
    }
    this.#held -= length;
    return whole;
  }

  async #wait(length: number): Promise<void> {
    this.#wanted = length;
    while (this.#held < length) {
      if (this.#failure !== undefined) throw this.#failure;
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
    this.#wake = undefined;
  }
}
