import type { TextMessage } from './viewer-messages.ts';

/** Maximum number of messages that may wait while text is being entered; nobody types that far ahead. */
const MOST = 2_000;
const MOST_JOINED = 100_000;

/**
 * Enters pieces of text one after the other. Joins typed pieces that are waiting, because each entry takes a moment regardless
 * of its length.
 */
export class TextEntry {
  readonly #enter: (word: TextMessage) => Promise<void>;
  readonly #onError: (error: unknown) => void;
  readonly #waiting: (TextMessage | (() => void))[] = [];
  #busy = false;

  constructor(enter: (word: TextMessage) => Promise<void>, onError: (error: unknown) => void) {
    this.#enter = enter;
    this.#onError = onError;
  }

  /** @returns false if too much is waiting */
  add(word: TextMessage): boolean {
    const last = this.#waiting.at(-1);
    if (typeof last === 'object' && last.how === 'typed' && word.how === 'typed') {
      const text = last.text + word.text;
      this.#waiting[this.#waiting.length - 1] = { how: 'typed', text };
      return text.length <= MOST_JOINED;
    }
    this.#waiting.push(word);
    if (!this.#busy) void this.#work();
    return this.#waiting.length <= MOST;
  }

  /** Runs a task once the text before it has been entered; runs it at once if there is none. */
  after(task: () => void): void {
    if (this.#busy) this.#waiting.push(task);
    else task();
  }

  async #work(): Promise<void> {
    this.#busy = true;
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      try {
        if (typeof next === 'function') next();
        else await this.#enter(next);
      } catch (error) {
        this.#onError(error);
      }
    }
    this.#busy = false;
  }
}
