/** Masks scanned text: the identifiers that the scan found in it, and every repeat of a known one. */
import { PUBLIC_TYPES } from './identifiers/types.ts';
import type { Candidate } from './pii/candidate.ts';
import { maskSpan } from './pii/mask-span.ts';
import { paginate, type Page } from './pii/page/page.ts';
import { type Findings, searchBeside, searchPage } from './search.ts';
import { type Place, placesIn } from './repeats/places.ts';
import { indexesOf, type ValueIndex } from './repeats/value-index.ts';
import { signOf, valuesOf } from './repeats/values.ts';
import { sourceEnd, sourceStart, unitFrom, type Reading } from './text/reading.ts';

/** Text and the identifiers found in it, so that counting and masking them share one scan. */
export interface Scanned extends Findings {
  readonly page: Page;
}

export const scanned = (text: string): Scanned => {
  const page = paginate(text);
  return { page, ...searchPage(page) };
};

/** Maximum number of rounds in which masking one number lets the scan find another. Hardly any text needs a second round. */
const MOST_ROUNDS = 4;

const byStart = (a: Place, b: Place): number => a.start - b.start;

/** Masks all letters and digits of a place. Unlike in a finding, angle brackets are not a tag. */
const maskPlace = (reading: Reading, { type, start, end }: Place): string => {
  const signs = new Uint8Array(end - start);
  for (let at = start; at < end; at++) signs[at - start] = Math.min(1, signOf(reading.codes[at]!));
  return maskSpan(reading, type, start, end, signs);
};

/** An identifier, with its masked form if that is known already. */
export interface Hidden extends Candidate {
  readonly masked?: string;
}

type Span = Hidden | Place;

/** Returns the findings that are masked. */
export const hiddenIn = (found: readonly Hidden[], least = 0): readonly Hidden[] =>
  found.filter(({ type, confidence }) => confidence >= least && !PUBLIC_TYPES.has(type));

const maskHidden = (reading: Reading, { type, start, end, masked }: Hidden): string =>
  masked ?? maskSpan(reading, type, start, end);

interface Range {
  /** UTF-16 indices in the source. */
  readonly from: number;
  readonly until: number;
}

/** Merges findings and places, each in ascending order. They do not overlap, because findings are not searched for places. */
export const inOrder = (found: readonly Hidden[], places: readonly Place[]): readonly Span[] =>
  places.length === 0 ? found : [...found, ...places].toSorted(byStart);

/**
 * Replaces spans, in ascending order, in a range of the source.
 * @param write returns the text for a span, which takes up `[from, until)` of the source
 */
export const replaceSpans = (
  { reading, spans }: { readonly reading: Reading; readonly spans: readonly Span[] },
  { from, until }: Range,
  write: (span: Span, place: Range) => string,
): string => {
  const { source } = reading;
  let out = '';
  let at = from;
  for (const span of spans) {
    const first = sourceStart(reading, span.start);
    if (first < at || first >= until) continue;
    const end = sourceEnd(reading, span.end);
    out += source.slice(at, first) + write(span, { from: first, until: end });
    at = end;
  }
  return out + source.slice(at, Math.max(at, until));
};

/** Masks findings and places, each in ascending order, in a range of the source. */
export const maskRange = (
  reading: Reading,
  hidden: readonly Hidden[],
  places: readonly Place[],
  range: Range,
): string => {
  const write = (span: Span): string =>
    'confidence' in span ? maskHidden(reading, span) : maskPlace(reading, span);
  return replaceSpans({ reading, spans: inOrder(hidden, places) }, range, write);
};

interface MaskOptions {
  /** UTF-16 index at which the masked copy starts. */
  readonly from?: number;
  /** Minimum confidence of a masked identifier. */
  readonly least?: number;
}

/**
 * Returns a masked copy of scanned text.
 * @param known identifiers found elsewhere in the same record
 */
export const maskScanned = (
  { page, found, claimed }: Scanned & { readonly found: readonly Hidden[] },
  known: readonly ValueIndex[] = [],
  { from = 0, least = 0 }: MaskOptions = {},
): string => {
  const { reading } = page;
  const range = { from, until: reading.source.length };
  let hidden = hiddenIn(found, least);
  const isNew = ({ key }: { readonly key: string }): boolean => !known.some(({ types }) => types.has(key));
  const indexes = [...known, ...indexesOf(valuesOf(reading, hidden).filter(isNew))];
  const first = unitFrom(reading, from);
  let fresh = placesIn(reading, indexes, hidden, first);
  let places = fresh;
  const taken = fresh.length === 0 ? claimed : claimed.slice();
  for (let round = 0; round < MOST_ROUNDS && fresh.length > 0; round++) {
    const beside = hiddenIn(searchBeside(page, taken, fresh), least);
    if (beside.length === 0) break;
    hidden = [...hidden, ...beside].toSorted(byStart);
    const masked = [...hidden, ...places].toSorted(byStart);
    fresh = placesIn(reading, indexesOf(valuesOf(reading, beside)), masked, first);
    places = [...places, ...fresh].toSorted(byStart);
  }
  return maskRange(reading, hidden, places, range);
};
