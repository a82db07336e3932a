/** Masking of a text that comes in pieces. */
import { findIn } from './scan.ts';
import { paginate } from './pii/page.ts';
import { settledUpTo } from './pii/settled.ts';
import { maskFound } from './mask.ts';
import { sourceStart } from './text.ts';

/** How much of what was given out is looked at again, as the labels of what comes: more than any label reaches. */
const CONTEXT = 512;

/** Part of the waiting text by which it has to grow before the next look. */
const PATIENCE = 8;

/** What may wait for a place where the text can be parted. A text without one is told at its end. */
const MOST = 65_536;

/**
 * Masks a text while it is being written. What `add` gave so far is always the beginning of what `maskText` makes of the
 * whole text, so that an identifier is masked also when it comes in two pieces; the end of the text is held back.
 */
export class StreamMask {
  /** The end of what was given out, and what is held back. */
  #text = '';
  /** Where in it the held back part begins. */
  #from = 0;
  /** Length of the text at which it is worth looking again. */
  #lookAt = 0;
  #overflown = false;

  /** @returns the next part of the masked text; '' while none is certain */
  add(piece: string): string {
    if (this.#overflown) return '';
    this.#text += piece;
    if (this.#text.length < this.#lookAt) return '';
    const page = paginate(this.#text);
    const found = findIn(page);
    const unit = settledUpTo(page, found);
    const until = unit === 0 ? 0 : sourceStart(page.reading, unit);
    if (until <= this.#from) {
      this.#overflown = this.#text.length - this.#from > MOST;
      if (this.#overflown) this.#text = '';
      // Each look reads the whole text: one per piece would take quadratic time while none finds a place to part it.
      this.#lookAt = this.#text.length + Math.floor((this.#text.length - this.#from) / PATIENCE);
      return '';
    }
    const range = { from: this.#from, until, least: 0 };
    const masked = maskFound(page, found, range) ?? this.#text.slice(this.#from, until);
    this.#forget(until);
    this.#lookAt = 0;
    return masked;
  }

  /** Keeps the context alone, from a white space on: a word must not be cut. */
  #forget(until: number): void {
    const cut = until - CONTEXT;
    const space = cut > 0 ? this.#text.slice(0, cut).search(/\s\S*$/) : -1;
    const start = space < 0 ? 0 : space + 1;
    this.#text = this.#text.slice(start);
    this.#from = until - start;
  }
}
