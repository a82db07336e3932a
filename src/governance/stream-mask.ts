/** Masking of a text that comes in pieces. */
import { findIn } from './scan.ts';
import { POOL_BEFORE } from './pii/claims/pool.ts';
import { paginate, type Page } from './pii/page.ts';
import { rowAround, settledUpTo } from './pii/settled.ts';
import { maskFound } from './mask.ts';
import { sourceEnd, sourceStart } from './text.ts';

/** How much of what was given out is looked at again, as the labels and earlier mentions of what comes: more than any reaches. */
const CONTEXT = POOL_BEFORE + 512;

/** Part of the waiting text by which it has to grow before the next look. */
const PATIENCE = 16;

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
    this.#forget(page, unit);
    this.#lookAt = 0;
    return masked;
  }

  /**
   * Keeps the context alone: the header of a table whose rows may go on, and what came last, from a row's start or a white
   * space on, for a word must not be cut.
   */
  #forget(page: Page, unit: number): void {
    const { reading } = page;
    const until = sourceStart(reading, unit);
    const cut = until - CONTEXT;
    if (cut <= 0) {
      this.#from = until;
      return;
    }
    const around = rowAround(page, unitAt(page, cut));
    if (around !== null) {
      const { head, row } = around;
      const header = `${this.#text.slice(sourceStart(reading, head.start), sourceEnd(reading, head.end))}\n`;
      const start = sourceStart(reading, row.start);
      if (start - sourceStart(reading, head.start) > header.length) {
        this.#text = header + this.#text.slice(start);
        this.#from = header.length + until - start;
        return;
      }
      this.#from = until;
      return;
    }
    const space = this.#text.slice(0, cut).search(/\s\S*$/);
    const start = space < 0 ? 0 : space + 1;
    this.#text = this.#text.slice(start);
    this.#from = until - start;
  }
}

/** The last unit that begins at or before index `index` of the source. */
const unitAt = ({ reading }: Page, index: number): number => {
  let low = 0;
  let high = reading.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sourceStart(reading, middle) <= index) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
};
