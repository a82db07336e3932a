import { deflateSync } from 'node:zlib';
import { CLIPBOARD, clipboardMessage } from './messages.ts';

/** The text that a desktop may paste. It is announced first, and sent when a program requests it. */
export class Clipboard {
  readonly #send: (message: Buffer) => void;
  #text = '';
  #supported = false;
  #handedOver: (() => void) | undefined;

  constructor(send: (message: Buffer) => void) {
    this.#send = send;
  }

  /** Whether the server has announced that it supports the extended clipboard. */
  get supported(): boolean {
    return this.#supported;
  }

  /**
   * Puts text on the desktop's clipboard.
   * @returns a promise that resolves when one of the desktop's programs has pasted it
   */
  offer(text: string): Promise<void> {
    this.#text = text;
    const taken = new Promise<void>((resolve) => (this.#handedOver = resolve));
    this.#send(clipboardMessage(CLIPBOARD.notify | CLIPBOARD.text));
    return taken;
  }

  /** Handles an extended-clipboard message from the server. */
  receive(payload: Buffer): void {
    if (payload.length < 4) return;
    const flags = payload.readUInt32BE(0);
    if ((flags & CLIPBOARD.caps) !== 0) this.#introduce();
    else if ((flags & CLIPBOARD.request) !== 0 && (flags & CLIPBOARD.text) !== 0) this.#provide();
    // Text copied on the desktop is not fetched, because nothing here reads it.
    else if ((flags & CLIPBOARD.peek) !== 0) this.#send(clipboardMessage(CLIPBOARD.notify | CLIPBOARD.text));
  }

  #introduce(): void {
    this.#supported = true;
    const actions =
      CLIPBOARD.caps | CLIPBOARD.request | CLIPBOARD.peek | CLIPBOARD.notify | CLIPBOARD.provide;
    this.#send(clipboardMessage(actions | CLIPBOARD.text, Buffer.alloc(4)));
  }

  #provide(): void {
    const text = Buffer.from(`${this.#text.replaceAll(/\r?\n/g, '\r\n')}\0`, 'utf8');
    const size = Buffer.alloc(4);
    size.writeUInt32BE(text.length);
    this.#send(
      clipboardMessage(CLIPBOARD.provide | CLIPBOARD.text, deflateSync(Buffer.concat([size, text]))),
    );
    this.#handedOver?.();
    this.#handedOver = undefined;
  }
}
