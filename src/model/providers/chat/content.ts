import { membersOf } from '../wire/members.ts';

type Part = Readonly<Record<string, unknown>>;

/** The text and the thinking in one piece of content. */
export interface ReadContent {
  readonly text: string;
  readonly thinking: string;
}

/** Collects a reply's content, which most servers write as a string, and some as a list of text and thinking parts. */
export class ChatContent {
  #text = '';
  readonly #parts: Part[] = [];

  /** Takes one piece. @returns its text for the reader, and its thinking */
  take(content: unknown): ReadContent {
    if (typeof content === 'string') {
      this.#text += content;
      if (this.#parts.length > 0 && content !== '') this.#add({ type: 'text', text: content });
      return { text: content, thinking: '' };
    }
    if (!Array.isArray(content)) return { text: '', thinking: '' };
    if (this.#parts.length === 0 && this.#text !== '') this.#add({ type: 'text', text: this.#text });
    const read = content.map((part: unknown) => this.#takePart(membersOf(part)));
    return {
      text: read.map(({ text }) => text).join(''),
      thinking: read.map(({ thinking }) => thinking).join(''),
    };
  }

  /** The content as received, for the next request; null if there is none. */
  get whole(): string | readonly Part[] | null {
    if (this.#parts.some(({ type }) => type !== 'text')) return this.#parts;
    return this.#text === '' ? null : this.#text;
  }

  #takePart(part: Part): ReadContent {
    this.#add(part);
    if (part['type'] === 'thinking') return { text: '', thinking: textIn(part['thinking']) };
    const text = typeof part['text'] === 'string' ? part['text'] : '';
    this.#text += text;
    return { text, thinking: '' };
  }

  /** Adds a part, or continues the last one if it is of the same type. */
  #add(part: Part): void {
    const last = this.#parts.at(-1);
    if (last === undefined || last['type'] !== part['type']) this.#parts.push(part);
    else if (part['type'] === 'text') {
      this.#parts[this.#parts.length - 1] = {
        ...last,
        text: `${textIn(last['text'])}${textIn(part['text'])}`,
      };
    } else if (part['type'] === 'thinking') {
      const thinking = [{ type: 'text', text: textIn(last['thinking']) + textIn(part['thinking']) }];
      this.#parts[this.#parts.length - 1] = { ...last, ...part, thinking };
    } else this.#parts.push(part);
  }
}

/** Returns a string as it is, or joins the strings in a list of text parts. */
const textIn = (value: unknown): string => {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return '';
  return value.map((part: unknown) => textIn(membersOf(part)['text'])).join('');
};
