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

/** A program asks for the clipboard at once when it takes text at all; where nothing has the focus, nobody asks. */
const PASTE_WITHIN_MS = 1_500;
const PASTED = { reactMs: 150, quietMs: 60, capMs: 1_000 } as const;
/** Keys go in handfuls: the server's queue of events is short, and what does not fit would be lost. */
const HANDFUL = 40;
const HANDFUL_MS = 4;
/**
 * Return and tab are commands of an office program, which it puts off, so that letters behind them would overtake them: those
 * wait until the screen stands still again.
 */
const COMMANDED = PASTED;
const PASTE_CHORD = 'ctrl+v';

/** The keyboard of a desktop, and the clipboard that stands in for keys that it does not have. */
export class Keyboard {
  readonly #client: RfbClient;

  constructor(client: RfbClient) {
    this.#client = client;
  }

  /** Types a text, exactly as it is, into whatever has the focus. */
  async type(text: string): Promise<void> {
    let commanded = false;
    for (const part of typingParts(text)) {
      if ('keys' in part) commanded = await this.#strokes(part.keys, commanded);
      else {
        if (commanded) await settle(this.#client, COMMANDED);
        await this.paste(part.paste);
        commanded = false;
      }
    }
  }

  /** @param chord one that the action check has let through */
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

  /** Does something while keys are held. */
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

  /** @returns whether the last key was a command, which what follows has to wait for */
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

  /** Pastes a text by way of the clipboard. */
  async paste(text: string): Promise<void> {
    const taken = this.#client.clipboard.offer(text);
    // The announcement is on its way before the chord is: one connection, one order.
    this.#stroke(chordKeysyms(PASTE_CHORD)!);
    await Promise.race([taken, sleep(PASTE_WITHIN_MS)]);
    // The next clipboard may only be offered when this one is in its place.
    await settle(this.#client, PASTED);
  }
}
