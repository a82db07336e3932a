import { clip } from '../governance/text/clip.ts';

/** A frame from the supervisor: one type byte and a payload. */
export interface Frame {
  readonly type: string;
  readonly payload: Buffer;
}

/** Maximum size of a frame, well above the largest that the supervisor sends, a chart of 5 MiB. */
const MAX_FRAME_BYTES = 16 * 1024 * 1024;
const HEADER_BYTES = 5;
const DOCKER_HEADER_BYTES = 8;
const DOCKER_STDOUT = 1;

/** Bytes that have been received but not taken yet. */
class ByteQueue {
  #chunks: Buffer[] = [];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  push(chunk: Buffer): void {
    if (chunk.length === 0) return;
    this.#chunks.push(chunk);
    this.#size += chunk.length;
  }

  /** Returns the first `size` bytes without taking them. The queue must contain at least that many. */
  peek(size: number): Buffer {
    const [first] = this.#chunks;
    if (first !== undefined && first.length >= size) return first.subarray(0, size);
    this.#chunks = [Buffer.concat(this.#chunks)];
    return this.#chunks[0]?.subarray(0, size) ?? Buffer.alloc(0);
  }

  take(size: number): Buffer {
    const taken = this.peek(size);
    const rest = this.#chunks[0]?.subarray(size);
    if (rest !== undefined && rest.length > 0) this.#chunks[0] = rest;
    else this.#chunks.shift();
    this.#size -= size;
    return taken;
  }

  /** Takes up to `size` bytes of those that are available. */
  takeSome(size: number): Buffer {
    return this.take(Math.min(size, this.#chunks[0]?.length ?? 0));
  }
}

/**
 * Extracts the frames from a container engine's attach stream, which itself wraps pieces of the container's stdout and stderr in
 * frames. The supervisor sends its frames on stdout, and only its own failures on stderr.
 */
export class FrameReader {
  readonly #wire = new ByteQueue();
  readonly #stdout = new ByteQueue();
  #pieceLeft = 0;
  #pieceKind = 0;
  #complaint = '';

  /** First 4,000 characters of the supervisor's own stderr. */
  get complaint(): string {
    return this.#complaint;
  }

  /**
   * Returns the frames that this chunk completes.
   * @throws RangeError if the supervisor could not have written the stream
   */
  push(chunk: Buffer): Frame[] {
    this.#wire.push(chunk);
    while (this.#wire.size > 0 && (this.#pieceLeft > 0 || this.#wire.size >= DOCKER_HEADER_BYTES))
      this.#unwrap();
    const frames: Frame[] = [];
    for (let frame = this.#next(); frame !== undefined; frame = this.#next()) frames.push(frame);
    return frames;
  }

  #unwrap(): void {
    if (this.#pieceLeft === 0) {
      const header = this.#wire.take(DOCKER_HEADER_BYTES);
      this.#pieceKind = header[0] ?? 0;
      this.#pieceLeft = header.readUInt32BE(4);
      return;
    }
    const piece = this.#wire.takeSome(this.#pieceLeft);
    this.#pieceLeft -= piece.length;
    if (this.#pieceKind === DOCKER_STDOUT) this.#stdout.push(piece);
    else this.#complaint = clip(this.#complaint + piece.toString('utf8'), 4_000);
  }

  #next(): Frame | undefined {
    if (this.#stdout.size < HEADER_BYTES) return undefined;
    const header = this.#stdout.peek(HEADER_BYTES);
    const size = header.readUInt32BE(1);
    if (size > MAX_FRAME_BYTES) throw new RangeError('the frame is too large');
    if (this.#stdout.size < HEADER_BYTES + size) return undefined;
    const type = String.fromCharCode(this.#stdout.take(HEADER_BYTES)[0] ?? 0);
    return { type, payload: size === 0 ? Buffer.alloc(0) : this.#stdout.take(size) };
  }
}

/** Builds a frame for the supervisor, without the raw bytes that follow a job. */
export const frameOf = (type: 'J' | 'P' | 'G', value?: unknown): Buffer => {
  const payload = value === undefined ? Buffer.alloc(0) : Buffer.from(JSON.stringify(value));
  const header = Buffer.alloc(HEADER_BYTES);
  header.write(type, 0, 'latin1');
  header.writeUInt32BE(payload.length, 1);
  return Buffer.concat([header, payload]);
};

/** Splits a payload into its first line, which is JSON, and the bytes after it. */
export const splitPayload = (payload: Buffer): { readonly head: unknown; readonly content: Buffer } => {
  const end = payload.indexOf(10);
  return {
    head: JSON.parse(payload.toString('utf8', 0, end === -1 ? payload.length : end)) as unknown,
    content: end === -1 ? Buffer.alloc(0) : payload.subarray(end + 1),
  };
};
