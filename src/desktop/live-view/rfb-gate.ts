import { ByteQueue } from './byte-queue.ts';
import { pastedBytes } from './pasted-bytes.ts';
import { type Message, readMessage, RfbViolationError, withoutEncodings } from './rfb-messages.ts';

const VERSION = Buffer.from('RFB 003.008\n');
const SECURITY_NONE = 1;
const SHARED = 1;

/** A person's action on a desktop, counted for the record. It does not include the typed text. */
export type HumanAct =
  | { readonly kind: 'click'; readonly button: number; readonly x: number; readonly y: number }
  | { readonly kind: 'scroll' }
  | { readonly kind: 'move' }
  | { readonly kind: 'key'; readonly count?: number }
  | { readonly kind: 'paste'; readonly bytes: number };

/** Encoding that requests pointer messages of another length. */
const EXTENDED_MOUSE_BUTTONS = -316;
const BUTTONS = 3;
const WHEEL = 0b0111_1000;

/**
 * Filters messages from a viewer to a desktop. Parses everything that the viewer sends and forwards only complete messages of
 * known kinds. Looking is always allowed; acting (pointer, keys, clipboard) is allowed while the gate is open; changing the
 * desktop's size and shutting it down are never allowed. These rules apply whatever program the viewer uses.
 */
export class RfbGate {
  readonly #onAct: (act: HumanAct) => void;
  readonly #waiting = new ByteQueue();
  #stage: 'version' | 'security' | 'init' | 'messages' = 'version';
  #open = false;
  #mask = 0;
  #at = { x: 0, y: 0 };
  /** Keys that are down, each with the message that releases it. */
  readonly #down = new Map<string, Buffer>();

  constructor(onAct: (act: HumanAct) => void = () => undefined) {
    this.#onAct = onAct;
  }

  get isOpen(): boolean {
    return this.#open;
  }

  open(): void {
    this.#open = true;
  }

  /**
   * Closes the gate, so that the viewer can no longer act.
   * @returns messages that release the buttons and keys still down
   */
  shut(): Buffer {
    this.#open = false;
    return this.letGo();
  }

  /** @returns messages that release the buttons and keys still down */
  letGo(): Buffer {
    const up = [...this.#down.values()];
    this.#down.clear();
    if (this.#mask !== 0) up.push(pointer(0, this.#at));
    this.#mask = 0;
    return Buffer.concat(up);
  }

  /**
   * Receives bytes from the viewer.
   * @returns the bytes to forward to the desktop
   * @throws RfbViolationError if they violate the protocol; the connection must then be closed
   */
  feed(bytes: Buffer): Buffer {
    this.#waiting.add(bytes);
    const onward: Buffer[] = [];
    for (;;) {
      const next = this.#stage === 'messages' ? this.#message() : this.#greeting();
      if (next === undefined) return Buffer.concat(onward);
      onward.push(next);
    }
  }

  /**
   * Handles the viewer's part of the handshake (RFC 6143, 7.1 to 7.3), with one fixed version, no password and a shared session.
   */
  #greeting(): Buffer | undefined {
    if (this.#stage === 'version') {
      const given = this.#waiting.take(VERSION.length);
      if (given === undefined) return undefined;
      if (!given.equals(VERSION)) throw new RfbViolationError('unsupported RFB version');
      this.#stage = 'security';
      return given;
    }
    const given = this.#waiting.take(1);
    if (given === undefined) return undefined;
    if (this.#stage === 'init') {
      this.#stage = 'messages';
      // Always requests shared access, because exclusive access would disconnect the agent.
      return Buffer.from([SHARED]);
    }
    if (given[0] !== SECURITY_NONE) throw new RfbViolationError('a security type that was not offered');
    this.#stage = 'init';
    return given;
  }

  #message(): Buffer | undefined {
    const message = readMessage(this.#waiting.bytes);
    if (message === undefined) return undefined;
    const bytes = this.#waiting.take(message.length)!;
    if (message.kind === 'look') return bytes;
    if (message.kind === 'encodings') return withoutEncodings(bytes, [EXTENDED_MOUSE_BUTTONS]);
    if (message.kind === 'never' || !this.#open) return Buffer.alloc(0);
    this.#note(message, bytes);
    return bytes;
  }

  #note(message: Message, bytes: Buffer): void {
    if (message.kind === 'pointer')
      this.#notePointer(bytes.readUInt8(1), bytes.readUInt16BE(2), bytes.readUInt16BE(4));
    else if (message.kind === 'paste') this.#notePaste(bytes);
    else if (message.kind === 'key') {
      const { name, isDown, up } = message;
      if (isDown) this.#onAct({ kind: 'key' });
      if (isDown) this.#down.set(name, up(bytes));
      else this.#down.delete(name);
    }
  }

  #notePaste(message: Buffer): void {
    const bytes = pastedBytes(message);
    if (bytes !== undefined) this.#onAct({ kind: 'paste', bytes });
  }

  #notePointer(mask: number, x: number, y: number): void {
    const pressed = mask & ~this.#mask;
    this.#mask = mask;
    this.#at = { x, y };
    for (let button = 0; button < BUTTONS; button += 1) {
      if ((pressed & (1 << button)) !== 0) this.#onAct({ kind: 'click', button: button + 1, x, y });
    }
    if ((pressed & WHEEL) !== 0) this.#onAct({ kind: 'scroll' });
    if (pressed === 0) this.#onAct({ kind: 'move' });
  }
}

const pointer = (mask: number, { x, y }: { readonly x: number; readonly y: number }): Buffer => {
  const message = Buffer.from([5, mask, 0, 0, 0, 0]);
  message.writeUInt16BE(x, 2);
  message.writeUInt16BE(y, 4);
  return message;
};
