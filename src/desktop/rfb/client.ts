import type { Socket } from 'node:net';
import { Clipboard } from './clipboard.ts';
import { DesktopFrozenError } from './frozen.ts';
import { type Frame, FrameBuffer } from './frame.ts';
import { shakeHands } from './handshake.ts';
import { ENCODING, keyEvent, pointerEvent, setEncodings, setPixelFormat, updateRequest } from './messages.ts';
import { ByteReader } from './reader.ts';

const MAX_CUT_TEXT = 2 * 1024 * 1024;

/**
 * An RFB session with a desktop. It fetches the screen only on request, so that a constantly changing page costs nothing while a
 * model is thinking.
 */
export class RfbClient {
  readonly #socket: Socket;
  readonly #reader: ByteReader;
  readonly #frame: FrameBuffer;
  readonly clipboard: Clipboard;
  /** Resolves with the reason when the session ends. */
  readonly ended: Promise<Error>;
  #updates = 0;
  /** Whether a requested update is still outstanding. It may show the screen as it was a moment ago. */
  #awaited = false;
  #listeners: (() => void)[] = [];
  #failure: Error | undefined;
  #frozen = false;
  /** Buttons that are held down. */
  #mask = 0;

  private constructor(
    socket: Socket,
    reader: ByteReader,
    size: { readonly width: number; readonly height: number },
  ) {
    this.#socket = socket;
    this.#reader = reader;
    this.#frame = new FrameBuffer(size.width, size.height);
    this.clipboard = new Clipboard((message) => this.#send(message));
    this.ended = this.#listen();
    this.#send(setPixelFormat());
    this.#send(setEncodings());
    this.#send(updateRequest(false, size));
  }

  /** @throws if the other side is not an RFB server or closes the connection */
  static async connect(socket: Socket): Promise<RfbClient> {
    const reader = new ByteReader(socket);
    const client = new RfbClient(socket, reader, await shakeHands(socket, reader));
    await client.#nextUpdate();
    return client;
  }

  get width(): number {
    return this.#frame.width;
  }

  get height(): number {
    return this.#frame.height;
  }

  /**
   * Returns the current screen.
   * @throws if the session is over
   */
  async screen(): Promise<Frame> {
    const rounds = this.#awaited ? 2 : 1;
    for (let round = 0; round < rounds; round += 1) {
      const next = this.#nextUpdate();
      this.#send(updateRequest(true, this.#frame));
      // The server answers only when something has changed. Requesting one pixel unconditionally makes it answer at once.
      this.#send(updateRequest(false, { width: 1, height: 1 }));
      await next;
    }
    return this.#frame.snapshot();
  }

  /** Returns the screen that was fetched last. */
  lastScreen(): Frame {
    return this.#frame.snapshot();
  }

  /**
   * Waits for the next screen change.
   * @returns whether the screen changed in time
   */
  async changes(withinMs: number): Promise<boolean> {
    const next = this.#nextUpdate().then(() => true);
    this.#awaited = true;
    this.#send(updateRequest(true, this.#frame));
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), withinMs);
    });
    try {
      return await Promise.race([next, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Refuses further input. What is held down can still be released. */
  freeze(): void {
    this.#frozen = true;
  }

  thaw(): void {
    this.#frozen = false;
  }

  /** @throws DesktopFrozenError */
  key(keysym: number, down: boolean): void {
    if (this.#frozen && down) throw new DesktopFrozenError();
    this.#send(keyEvent(keysym, down));
  }

  /** @throws DesktopFrozenError */
  pointer(mask: number, x: number, y: number): void {
    if (this.#frozen && (mask !== 0 || this.#mask === 0)) throw new DesktopFrozenError();
    this.#mask = mask;
    this.#send(pointerEvent(mask, x, y));
  }

  close(): void {
    this.#socket.destroy();
  }

  #send(message: Buffer): void {
    if (!this.#socket.destroyed) this.#socket.write(message);
  }

  async #nextUpdate(): Promise<void> {
    const seen = this.#updates;
    while (this.#updates === seen) {
      if (this.#failure !== undefined) throw this.#failure;
      await new Promise<void>((resolve) => this.#listeners.push(resolve));
    }
  }

  #notify(): void {
    for (const listener of this.#listeners.splice(0)) listener();
  }

  async #listen(): Promise<Error> {
    try {
      for (;;) await this.#message();
    } catch (error) {
      this.#failure = error as Error;
      this.#socket.destroy();
      this.#notify();
      return this.#failure;
    }
  }

  async #message(): Promise<void> {
    const type = (await this.#reader.read(1)).readUInt8();
    if (type === 0) await this.#update();
    else if (type === 1) await this.#colours();
    else if (type === 3) await this.#cutText();
    else if (type !== 2) throw new Error('the desktop sent an unknown RFB message');
  }

  async #update(): Promise<void> {
    const count = (await this.#reader.read(3)).readUInt16BE(1);
    for (let n = 0; n < count; n += 1) await this.#rectangle();
    this.#updates += 1;
    this.#awaited = false;
    this.#notify();
  }

  async #rectangle(): Promise<void> {
    const head = await this.#reader.read(12);
    const [x, y, width, height] = [0, 2, 4, 6].map((at) => head.readUInt16BE(at)) as [
      number,
      number,
      number,
      number,
    ];
    const box = { x, y, width, height };
    if (!this.#frame.holds(box)) throw new Error('the desktop drew outside its screen');
    const encoding = head.readUInt32BE(8);
    if (encoding === ENCODING.raw) this.#frame.put(box, await this.#reader.read(width * height * 4));
    else if (encoding === ENCODING.copyRect) {
      const from = await this.#reader.read(4);
      const source = { ...box, x: from.readUInt16BE(0), y: from.readUInt16BE(2) };
      if (!this.#frame.holds(source)) throw new Error('the desktop drew outside its screen');
      this.#frame.copy(source, box);
    } else throw new Error('the desktop uses an encoding that was not requested');
  }

  async #colours(): Promise<void> {
    const head = await this.#reader.read(5);
    await this.#reader.read(head.readUInt16BE(3) * 6);
  }

  async #cutText(): Promise<void> {
    const length = (await this.#reader.read(7)).readInt32BE(3);
    if (Math.abs(length) > MAX_CUT_TEXT) throw new Error('the desktop sent a clipboard that is too large');
    const payload = await this.#reader.read(Math.abs(length));
    if (length < 0) this.clipboard.receive(payload);
  }
}
