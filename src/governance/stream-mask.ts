/** Masks text that arrives in pieces. */
import { type KnownValue, type KnownValues, maskRepeats, prepare, repeatsIn, valuesOf } from './repeats.ts';
import type { Candidate } from './pii/candidate.ts';
import { findIn, maskFound } from './scan.ts';
import { POOL_BEFORE } from './pii/claims/pool.ts';
import { paginate, type Page } from './pii/page.ts';
import { rowAround, settledUpTo } from './pii/settled.ts';
import { sourceEnd, sourceStart } from './text.ts';

/**
 * Number of emitted characters to read again, because they may contain labels or earlier mentions of the numbers that follow. It
 * exceeds the distance at which any of these has an effect.
 */
const CONTEXT = POOL_BEFORE + 1_024;

/** Scan again once the waiting text has grown by a sixteenth. */
const PATIENCE = 16;

/**
 * Maximum number of characters to hold back while looking for a place to split the text. Longer text without such a place is not
 * streamed but delivered in one piece at the end.
 */
const MOST = 65_536;

/** Most identifiers of a text that are masked again in its later parts. */
const MOST_VALUES = 1_000;

/**
 * Masks text while it is being written. The output so far is the start of `maskText`'s result for the whole text, so an identifier
 * is masked even if it arrives in two pieces. The end of the text is held back. There is one exception: text that becomes known to
 * be an identifier only through a later mention may already have been emitted.
 */
export class StreamMask {
  /** The end of the emitted text, followed by the text that is held back. */
  #text = '';
  /** Index in `#text` at which the held-back part starts. */
  #from = 0;
  /** Length that the text must reach before the next scan. */
  #lookAt = 0;
  #overflown = false;
  /** The identifiers of the emitted text, which are masked wherever they stand again. */
  readonly #values: KnownValue[] = [];
  readonly #keys = new Set<string>();
  #known: KnownValues = [];

  /** @returns the next part of the masked text; '' if none is certain yet */
  add(piece: string): string {
    if (this.#overflown) return '';
    this.#text += piece;
    if (this.#text.length < this.#lookAt) return '';
    const page = paginate(this.#text);
    const found = findIn(page);
    const unit = this.#apart(page, found, settledUpTo(page, found));
    const until = unit === 0 ? 0 : sourceStart(page.reading, unit);
    if (until <= this.#from) {
      this.#overflown = this.#text.length - this.#from > MOST;
      if (this.#overflown) this.#text = '';
      // Each scan reads the whole text. Scanning for every piece would take quadratic time if there is no place to split the
      // text.
      this.#lookAt = this.#text.length + Math.floor((this.#text.length - this.#from) / PATIENCE);
      return '';
    }
    const range = { from: this.#from, until, least: 0 };
    const masked = maskFound(page, found, range) ?? this.#text.slice(this.#from, until);
    this.#forget(page, unit);
    this.#lookAt = 0;
    return maskRepeats(masked, this.#known);
  }

  /** Learns the identifiers before unit `unit`, and moves it before a place of a known value that goes on behind it. */
  #apart(page: Page, found: readonly Candidate[], unit: number): number {
    if (unit === 0) return 0;
    const learnt = valuesOf(
      page.reading,
      found.filter(({ start, end }) => end <= unit && sourceStart(page.reading, start) >= this.#from),
    ).filter(({ key }) => !this.#keys.has(key));
    if (learnt.length > 0 && this.#values.length < MOST_VALUES) {
      for (const value of learnt) this.#keys.add(value.key);
      this.#values.push(...learnt);
      this.#known = prepare(this.#values);
    }
    const place = repeatsIn(page.reading, this.#known).find(({ start, end }) => start < unit && end > unit);
    if (place === undefined) return unit;
    const around = found.find(({ start, end }) => start < place.start && end > place.start);
    return around?.start ?? place.start;
  }

  /**
   * Keeps only the context: the header of a table that may continue, and the latest text, starting at a row or white space so
   * that no word is cut.
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

/** Returns the last unit that starts at or before index `index` in the source. */
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
