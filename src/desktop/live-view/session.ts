import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WebSocket } from 'ws';
import { CLOSE, type ViewRight } from './view-request.ts';
import type { HumanLease, WatchedDesktop } from './desktop.ts';
import { HumanRecord } from './human-record.ts';
import { bytesOf, sendPaced, writePaced } from './pipe.ts';
import { type HumanAct, RfbGate } from './rfb-gate.ts';
import { RfbViolationError } from './rfb-messages.ts';
import type { ViewRows } from './ledger-rows.ts';
import { TextEntry } from './text-entry.ts';
import { readViewerMessage, type TextMessage } from './viewer-messages.ts';

/** Idle time after which a person in control gives the desktop back. */
export const LEASE_MS = 60_000;
const RENEW_EVERY_MS = 1_000;
/** Minimum time between take-overs, because taking control and giving it back each write a row. */
const TAKE_EVERY_MS = 1_000;
/**
 * Interval between signs of life. A page that receives nothing for two intervals knows that it is disconnected, long before
 * this side notices.
 */
const BEAT_MS = 5_000;

export interface ViewOptions {
  readonly socket: WebSocket;
  readonly rfb: Duplex;
  readonly desktop: WatchedDesktop;
  readonly right: ViewRight;
  readonly who: string;
  readonly rows: ViewRows;
  readonly leaseMs: number;
  readonly onError: (error: unknown) => void;
}

/**
 * One viewer of one desktop. Binary messages are RFB; text messages concern control. The viewer sends `take`, `keep`, `release`
 * or text to enter, and receives the holder of control and the remaining time. A ledger row is written before a person can act,
 * and another one once they no longer can.
 */
export class ViewSession {
  readonly #options: ViewOptions;
  readonly #gate: RfbGate;
  readonly #record: HumanRecord;
  readonly #entry: TextEntry;
  readonly #stopListening: () => void;
  readonly #beats: NodeJS.Timeout;
  #lease: HumanLease | undefined;
  #taking = false;
  #renewed = 0;
  #took = Number.NEGATIVE_INFINITY;
  #left = false;

  constructor(options: ViewOptions) {
    this.#options = options;
    const { socket, rfb, desktop, rows, onError } = options;
    this.#record = new HumanRecord((acts) => void rows.acted(acts).catch(onError));
    this.#gate = new RfbGate((act) => this.#acted(act));
    this.#entry = new TextEntry(async (word) => this.#enter(word), onError);
    this.#stopListening = desktop.control.onChange(() => this.#notify());
    socket.on('message', (data, isBinary) => {
      // Messages must not overtake text that was sent before them.
      if (isBinary) this.#entry.after(() => this.#pass(bytesOf(data)));
      else this.#hear(bytesOf(data).toString());
    });
    socket.on('error', () => socket.terminate());
    socket.once('close', () => this.#leave());
    rfb.on('data', (chunk: Buffer) => sendPaced(socket, chunk, rfb));
    rfb.once('error', () => socket.close(CLOSE.ended));
    rfb.once('close', () => socket.close(CLOSE.ended));
    void desktop.closed.then(() => socket.close(CLOSE.ended));
    this.#beats = setInterval(() => this.#beat(), BEAT_MS);
    this.#notify();
  }

  #pass(bytes: Buffer): void {
    const { socket, rfb } = this.#options;
    try {
      writePaced(rfb, this.#gate.feed(bytes), socket);
    } catch (error) {
      if (!(error instanceof RfbViolationError)) throw error;
      socket.close(CLOSE.violation);
    }
  }

  #hear(text: string): void {
    const word = readViewerMessage(text);
    if (word === undefined) this.#options.socket.close(CLOSE.violation);
    else if (word === 'take') void this.#take().catch(this.#options.onError);
    else if (word === 'release') this.#entry.after(() => this.#lease?.handBack());
    else if (word === 'keep') {
      this.#lease?.renew(this.#options.leaseMs);
      this.#beat();
    } else if (!this.#entry.add(word)) this.#options.socket.close(CLOSE.violation);
  }

  /** Enters text. Releases the person's own keys first, because held modifiers would turn the text into commands. */
  async #enter({ text, how }: TextMessage): Promise<void> {
    if (!this.#gate.isOpen) return;
    const { rfb, desktop } = this.#options;
    const letGo = this.#gate.letGo();
    if (rfb.writable && letGo.length > 0) rfb.write(letGo);
    this.#acted(
      how === 'typed'
        ? { kind: 'key', count: [...text].length }
        : { kind: 'paste', bytes: Buffer.byteLength(text) },
    );
    await desktop.enter(text, how);
  }

  async #take(): Promise<void> {
    const { desktop, right, who, rows, leaseMs } = this.#options;
    if (right !== 'control' || this.#taking || this.#lease !== undefined) {
      this.#notify(right === 'control' ? undefined : 'view-only');
      return;
    }
    this.#taking = true;
    let lease: HumanLease | undefined;
    try {
      await sleep(Math.max(0, this.#took + TAKE_EVERY_MS - performance.now()));
      if (this.#left) return;
      this.#took = performance.now();
      lease = await desktop.control.takeOver(who, leaseMs);
      await rows.takenOver();
    } catch {
      // Somebody else has control, or the take-over was cancelled because it could not be recorded.
      lease?.handBack();
      this.#notify('taken');
      return;
    } finally {
      this.#taking = false;
    }
    this.#lease = lease;
    void lease.ended.then((how) => this.#lost(how)).catch(this.#options.onError);
    if (this.#left) lease.handBack();
    else this.#gate.open();
    this.#notify();
    this.#beat();
  }

  async #lost(how: 'handed-back' | 'expired' | 'frozen' | 'closed'): Promise<void> {
    const { rfb, rows } = this.#options;
    const letGo = this.#gate.shut();
    if (rfb.writable && letGo.length > 0) rfb.write(letGo);
    this.#lease = undefined;
    this.#record.flush();
    await rows.handedBack(how === 'handed-back' && this.#left ? 'disconnected' : how);
    this.#notify();
    if (this.#left) rfb.destroy();
  }

  #acted(act: HumanAct): void {
    const now = performance.now();
    if (now - this.#renewed > RENEW_EVERY_MS) {
      this.#renewed = now;
      this.#lease?.renew(this.#options.leaseMs);
    }
    this.#record.note(act);
  }

  /** Cleans up after a viewer that has disconnected. Giving back its control releases the keys and buttons that it held. */
  #leave(): void {
    this.#left = true;
    clearInterval(this.#beats);
    this.#stopListening();
    if (this.#lease === undefined) this.#options.rfb.destroy();
    // Finish entering the current text before the agent continues.
    else this.#entry.after(() => this.#lease?.handBack());
  }

  /** Sends the viewer a sign of life and its remaining time in control. */
  #beat(): void {
    const { socket } = this.#options;
    if (socket.readyState !== socket.OPEN) return;
    const left_ms = this.#lease?.leftMs;
    socket.send(JSON.stringify({ type: 'beat', ...(left_ms !== undefined && { left_ms }) }));
  }

  #notify(refused?: 'taken' | 'view-only'): void {
    const { socket, desktop, right } = this.#options;
    const mine = this.#gate.isOpen;
    const control = mine ? 'you' : desktop.control.holder === 'human' ? 'other' : 'agent';
    if (socket.readyState === socket.OPEN) {
      socket.send(JSON.stringify({ type: 'control', control, right, ...(refused && { refused }) }));
    }
  }
}
