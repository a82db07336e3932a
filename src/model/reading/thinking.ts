/** Tags between which models write their thinking if the server does not separate it from the answer. */
const OPEN = /^\s*(?:<(think|thinking|thought|seed:think)>|\[THINK\])/i;
const CLOSE = /<\/(?:think|thinking|thought|seed:think)>|\[\/THINK\]/i;
/** Length of the longest tag. */
const TAG = 13;

/**
 * Removes a model's thinking from the beginning of its text while the text arrives. Thinking that lacks its opening tag, because
 * the prompt already contained it, can only be recognised when it closes: it is then missing from `text`, although it was shown.
 */
export class OpenThinking {
  #held = '';
  #state: 'start' | 'thinking' | 'answer';
  /** Whether a closing tag came without an opening one. */
  closedOnly = false;
  #shown = '';
  #removed = false;
  readonly #unopened: boolean;

  /** @param unopened whether this model is known to leave the opening tag out */
  constructor(unopened = false) {
    this.#state = unopened ? 'thinking' : 'start';
    this.#unopened = unopened;
  }

  /** The text of the answer so far. */
  get text(): string {
    return this.#shown;
  }

  /** Takes the next piece. @returns what can be shown now */
  add(piece: string): string {
    this.#held += piece;
    return this.#release(false);
  }

  /** Ends the text. @returns the rest of it, as far as it can be shown */
  end(): string {
    const rest = this.#release(true);
    if (this.#state === 'thinking' && this.#unopened) {
      // The model did not think this time, so all of its text is the answer.
      this.#state = 'answer';
      return rest + this.#show(this.#take());
    }
    const close = CLOSE.exec(this.#shown);
    if (this.#state === 'answer' && close !== null && !isQuoted(this.#shown, close)) {
      this.closedOnly = true;
      this.#shown = this.#shown.slice(close.index + close[0].length).trimStart();
    }
    return rest;
  }

  #release(last: boolean): string {
    for (;;) {
      if (this.#state === 'answer') return this.#show(this.#take());
      if (this.#state === 'start') {
        const open = OPEN.exec(this.#held);
        if (open !== null) {
          this.#held = this.#held.slice(open[0].length);
          this.#state = 'thinking';
        } else if (!last && mayOpen(this.#held)) return '';
        else this.#state = 'answer';
        continue;
      }
      const close = CLOSE.exec(this.#held);
      if (close === null) return '';
      this.#held = this.#held.slice(close.index + close[0].length).trimStart();
      this.#removed = true;
      if (this.#held === '' && !last) {
        // Blank lines after the tag are not part of the answer, and some may still arrive.
        this.#state = 'start';
        return '';
      }
      this.#state = 'start';
    }
  }

  #take(): string {
    const held = this.#held;
    this.#held = '';
    return this.#removed && this.#shown === '' ? held.trimStart() : held;
  }

  #show(text: string): string {
    this.#shown += text;
    return text;
  }
}

/** Returns whether the text may still become an opening tag. */
const mayOpen = (text: string): boolean => {
  const start = text.trimStart();
  return start === '' || (start.length < TAG && /^(<[a-z:]*|\[[A-Z]*)$/i.test(start));
};

/** Returns whether the answer itself quotes the tag, as opposed to a tag that the server failed to remove. */
const isQuoted = (text: string, { index }: RegExpExecArray): boolean => /[`'"“‘]$/.test(text.slice(0, index));
