import type { Duplex } from 'node:stream';
import { JobRefusedError, SandboxLostError } from './errors.ts';
import { FrameReader, frameOf, splitPayload } from './frames.ts';
import type { Frame } from './frames.ts';

import type { End, Received, Report } from './report.ts';

interface Exchange {
  /** Handles a frame. Returns true for the exchange's last frame. */
  readonly take: (frame: Frame) => boolean;
  readonly fail: (error: Error) => void;
}

/** A container's attach stream, which carries one exchange at a time. */
export class Channel {
  readonly #stream: Duplex;
  readonly #reader = new FrameReader();
  #exchange: Exchange | undefined;
  #gone = false;
  readonly #ended = Promise.withResolvers<void>();

  constructor(stream: Duplex) {
    this.#stream = stream;
    stream.on('data', (chunk: Buffer) => this.#receive(chunk));
    for (const event of ['end', 'close', 'error']) stream.on(event, () => this.#lose());
  }

  /** Resolves when either side has ended the stream. */
  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  get alive(): boolean {
    return !this.#gone;
  }

  /** Text that the supervisor wrote to its own stderr. */
  get complaint(): string {
    return this.#reader.complaint;
  }

  /**
   * Waits until the supervisor reports that it is ready.
   * @throws SandboxLostError
   */
  async ready(): Promise<void> {
    await this.#exchanging<undefined>(undefined, (frame, resolve) => {
      if (frame.type !== 'R') return false;
      resolve(undefined);
      return true;
    });
  }

  /**
   * Pings the supervisor and waits for its answer.
   * @throws SandboxLostError
   */
  async ping(): Promise<void> {
    await this.#exchanging<undefined>([frameOf('P')], (frame, resolve) => {
      resolve(undefined);
      return frame.type === 'p';
    });
  }

  /**
   * Reads up to `max` bytes of a file below /tmp.
   * @returns the content and the file's whole size; undefined if there is no such regular file
   * @throws SandboxLostError
   */
  async readFile(name: string, max: number): Promise<{ content: Buffer; size: number } | undefined> {
    return this.#exchanging([frameOf('G', { name, max })], (frame, resolve) => {
      const { head, content } = splitPayload(frame.payload);
      const { found, size } = head as { found: boolean; size?: number };
      resolve(found ? { content, size: size ?? content.length } : undefined);
      return true;
    });
  }

  /**
   * Runs a job and collects its output.
   * @param received filled as frames arrive, so that the output so far is kept if the job is cut off
   * @param callbacks called when the program is about to start, and when it has ended
   * @throws JobRefusedError, SandboxLostError
   */
  async run(
    message: readonly Buffer[],
    received: Received,
    callbacks: { readonly onAccepted: () => void; readonly onEnded: () => void },
  ): Promise<void> {
    let started = false;
    await this.#exchanging<undefined>(
      message,
      (frame, resolve, reject) => {
        if (frame.type === 'A') {
          started = true;
          callbacks.onAccepted();
        } else if (frame.type === 'O') received.stdout.push(frame.payload);
        else if (frame.type === 'E') received.stderr.push(frame.payload);
        else if (frame.type === 'D') {
          const { names, more } = splitPayload(frame.payload).head as { names: string[]; more: number };
          received.names.push(...names);
          received.namesLeftOut = more;
        } else if (frame.type === 'T') {
          const { head, content } = splitPayload(frame.payload);
          received.notes.push(content);
          received.notesLeftOut = head as Received['notesLeftOut'];
        } else if (frame.type === 'Z') {
          received.end = splitPayload(frame.payload).head as End;
          callbacks.onEnded();
        } else if (frame.type === 'C') {
          const { head, content } = splitPayload(frame.payload);
          received.charts.push({ ...(head as { name: string; drawn: boolean }), png: content });
        } else if (frame.type === 'N') {
          reject(new JobRefusedError('the files do not fit into the sandbox'));
          return true;
        } else if (frame.type === 'X') {
          const { head, content } = splitPayload(frame.payload);
          received.report = head as Report;
          received.result = content;
          resolve(undefined);
          return true;
        }
        return false;
      },
      () => started,
    );
  }

  /** Closes the connection, which also ends the container. */
  close(): void {
    this.#lose();
    this.#stream.destroy();
  }

  async #exchanging<T>(
    message: readonly Buffer[] | undefined,
    take: (frame: Frame, resolve: (value: T) => void, reject: (error: Error) => void) => boolean,
    started: () => boolean = () => false,
  ): Promise<T> {
    if (this.#exchange !== undefined) throw new Error('another exchange is still in progress');
    if (this.#gone) throw new SandboxLostError(false);
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    this.#exchange = {
      take: (frame) => take(frame, resolve, reject),
      fail: (error) => reject(new SandboxLostError(started(), { cause: error })),
    };
    for (const part of message ?? []) this.#stream.write(part);
    try {
      return await promise;
    } finally {
      this.#exchange = undefined;
    }
  }

  #receive(chunk: Buffer): void {
    try {
      for (const frame of this.#reader.push(chunk)) {
        if (this.#exchange?.take(frame) === true) this.#exchange = undefined;
      }
    } catch (error) {
      this.#exchange?.fail(error as Error);
      this.close();
    }
  }

  #lose(): void {
    if (this.#gone) return;
    this.#gone = true;
    this.#exchange?.fail(new Error('the stream ended'));
    this.#ended.resolve();
  }
}
