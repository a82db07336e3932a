import { setTimeout as sleep } from 'node:timers/promises';
import {
  chordKeysyms,
  modifierKeysym,
  RETURN,
  strokeOf,
  TAB,
  typingParts,
} from '../../governance/operators/keys.ts';
import type { RfbClient } from '../rfb/client.ts';
import { settle } from './settle.ts';

/**
 * Maximum time to wait for a paste. A program that accepts text requests the clipboard as soon as it handles the chord, which
 * takes seconds on a busy machine; if nothing has the focus, there is no request.
 */
const PASTE_WITHIN_MS = 10_000;
const PASTED = { reactMs: 150, quietMs: 60, capMs: 1_000 } as const;
/** Maximum number of keys per batch. The server's event queue is short, and keys that do not fit into it would be lost. */
const HANDFUL = 40;
const HANDFUL_MS = 4;
/**
 * Office programs treat return and tab as commands and defer them, so letters typed right after them would arrive first. Those
 * letters wait until the screen stops changing.
 */
const COMMANDED = PASTED;
const PASTE_CHORD = 'ctrl+v';

/** A desktop's keyboard, and the clipboard, which is used for characters that the keyboard lacks. */
export class Keyboard {
  readonly #client: RfbClient;

  constructor(client: RfbClient) {
    this.#client = client;
  }

  /**
   * Types text exactly as given into the focused element.
   * @returns false if a part was not accepted; the text after that part is not typed, because it would be in
   * the wrong place
   */
  async type(text: string): Promise<boolean> {
    let commanded = false;
    for (const part of typingParts(text)) {
      if ('keys' in part) commanded = await this.#strokes(part.keys, commanded);
      else {
        if (commanded) await settle(this.#client, COMMANDED);
        if (!(await this.paste(part.paste))) return false;
        commanded = false;
      }
    }
    return true;
  }

  /** @param chord a chord that passed the action check */
  async press(chord: string, repeat: number): Promise<void> {
    const keysyms = chordKeysyms(chord) ?? [];
    for (let n = 0; n < repeat; n += 1) {
      this.#stroke(keysyms);
      if (n % 10 === 9) await sleep(HANDFUL_MS);
    }
  }

  async hold(chord: string, ms: number): Promise<void> {
    await this.#holding(chordKeysyms(chord) ?? [], () => sleep(ms));
  }

  /** Runs a task while keys are held down. */
  async with(modifiers: readonly string[], task: () => Promise<void>): Promise<void> {
    await this.#holding(
      modifiers.flatMap((name) => modifierKeysym(name) ?? []),
      task,
    );
  }

  async #holding(keysyms: readonly number[], task: () => Promise<void>): Promise<void> {
    for (const keysym of keysyms) this.#client.key(keysym, true);
    try {
      await task();
    } finally {
      for (const keysym of keysyms.toReversed()) this.#client.key(keysym, false);
    }
  }

  #stroke(keysyms: readonly number[]): void {
    for (const keysym of keysyms) this.#client.key(keysym, true);
    for (const keysym of keysyms.toReversed()) this.#client.key(keysym, false);
  }

  /** @returns whether the last key was a command, so that the next keys have to wait for it */
  async #strokes(text: string, afterCommand: boolean): Promise<boolean> {
    let sent = 0;
    let commanded = afterCommand;
    for (const character of text) {
      const isCommand = character === '\n' || character === '\t';
      if (commanded && !isCommand) await settle(this.#client, COMMANDED);
      commanded = isCommand;
      if (isCommand) this.#stroke([character === '\n' ? RETURN : TAB]);
      else this.#stroke(strokeOf(character));
      sent += 1;
      if (sent % HANDFUL === 0) await sleep(HANDFUL_MS);
    }
    return commanded;
  }

  /**
   * Pastes text through the clipboard.
   * @returns whether a program requested it
   */
  async paste(text: string): Promise<boolean> {
    const taken = this.#client.clipboard.offer(text);
    // The announcement arrives before the chord, because a connection keeps its messages in order.
    this.#stroke(chordKeysyms(PASTE_CHORD)!);
    const isTaken = await Promise.race([taken.then(() => true), sleep(PASTE_WITHIN_MS, false)]);
    // Withdraws the text, because a program that requests it now must not paste it after what is typed next.
    if (!isTaken) void this.#client.clipboard.offer('');
    // Wait, because the next text must not be offered before this one has been pasted.
    await settle(this.#client, PASTED);
    return isTaken;
  }
}
