/** Masks text that arrives in pieces. */
import type { Candidate } from './pii/candidate.ts';
import { POOL_BEFORE } from './pii/claims/pool.ts';
import { paginate, type Page } from './pii/page/page.ts';
import { findIn } from './search.ts';
import { rowAround, settledUpTo } from './pii/settled.ts';
import { type Place, placesIn } from './repeats/places.ts';
import { indexOf } from './repeats/value-index.ts';
import { type KnownValue, valuesOf } from './repeats/values.ts';
import { hiddenIn, maskRange } from './scanned.ts';
import { type Reading, sourceEnd, sourceStart, unitFrom } from './text/reading.ts';

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

/** Maximum number of identifiers whose repeats are masked in later parts of the text. */
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
  /** The identifiers in the emitted text, whose repeats are masked in later text. */
  readonly #values: KnownValue[] = [];
  #index = indexOf([]);

  /** @returns the next part of the masked text; '' if none is certain yet */
  add(piece: string): string {
    if (this.#overflown) return '';
    this.#text += piece;
    if (this.#text.length < this.#lookAt) return '';
    const page = paginate(this.#text);
    const found = findIn(page);
    const hidden = hiddenIn(found);
    const settled = settledUpTo(page, found);
    this.#learn(page, hidden, settled);
    const places = placesIn(page.reading, [this.#index], hidden, unitFrom(page.reading, this.#from));
    const unit = beforePlace(settled, places);
    const until = unit === 0 ? 0 : sourceStart(page.reading, unit);
    if (until <= this.#from) {
      this.#overflown = this.#text.length - this.#from > MOST;
      if (this.#overflown) this.#text = '';
      // Each scan reads the whole text. Scanning for every piece would take quadratic time if there is no place to split the
      // text.
      this.#lookAt = this.#text.length + Math.floor((this.#text.length - this.#from) / PATIENCE);
      return '';
    }
    const masked = maskRange(page.reading, hidden, places, { from: this.#from, until });
    this.#forget(page, unit);
    this.#lookAt = 0;
    return masked;
  }

  /** Learns the identifiers between the emitted text and unit `unit`. */
  #learn({ reading }: Page, hidden: readonly Candidate[], unit: number): void {
    if (this.#values.length >= MOST_VALUES) return;
    const settled = hidden.filter(
      ({ start, end }) => end <= unit && sourceStart(reading, start) >= this.#from,
    );
    const values = valuesOf(reading, settled).filter(({ key }) => !this.#index.types.has(key));
    if (values.length === 0) return;
    this.#values.push(...values);
    this.#index = indexOf(this.#values);
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
    const around = rowAround(page, lastUnitAt(reading, cut));
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

/** Returns `unit`, or the start of the known value that continues past it. */
const beforePlace = (unit: number, places: readonly Place[]): number =>
  places.find(({ start, end }) => start < unit && end > unit)?.start ?? unit;

/** Returns the last unit that starts at or before a UTF-16 index of the source. */
const lastUnitAt = (reading: Reading, index: number): number => Math.max(0, unitFrom(reading, index + 1) - 1);
