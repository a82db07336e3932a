import { encodedIn } from './known-encodings.ts';
import { mapJson } from './json-walk.ts';

/**
 * Masks identifiers that are known by value: those of a dataset's columns of Aadhaar, PAN, phone numbers and so on. Code can print
 * them in forms that no pattern recognises, such as floats, exponents, groups of three digits, slices, reversed lists, base64 or words.
 *
 * The values themselves are not stored. A Bloom filter holds their hashes, which the reader builds in the sandbox
 * (`pramaan_data/known.py`) before a model's code runs there.
 */

/** Hashes of a dataset's identifiers, and of their slices. */
export interface KnownIdentifiers {
  /** Lengths of the whole identifiers. */
  readonly lengths: readonly number[];
  /** Length of the shortest slice that counts as an identifier; 0 if slices are not known. */
  readonly slice: number;
  readonly hashes: number;
  readonly bits: Uint8Array;
}

/** Maximum number of characters between two parts of one identifier, as in a printed list: `'9', '8'`. */
const GAP = 4;
const PRIME = 16_777_619;
const SEEDS = [2_166_136_261, 3_735_928_559] as const;

/** Hashes a word by FNV-1a. Both hashes are odd, so that multiples of the second reach every place. */
const hashOf = (word: string, seed: number): number => {
  let hash = seed;
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), PRIME);
  return hash >>> 0;
};

const isIn = ({ bits, hashes }: KnownIdentifiers, word: string): boolean => {
  const [first, second] = [hashOf(word, SEEDS[0]), hashOf(word, SEEDS[1]) | 1];
  const size = bits.length * 8;
  for (let nth = 0; nth < hashes; nth++) {
    const place = ((first + Math.imul(nth, second)) >>> 0) % size;
    if ((bits[place >> 3]! & (1 << (place & 7))) === 0) return false;
  }
  return true;
};

const reversed = (word: string): string => [...word].toReversed().join('');
const isInEitherWay = (known: KnownIdentifiers, word: string): boolean =>
  isIn(known, word) || isIn(known, reversed(word));

const isWordCode = (code: number): boolean => (code >= 48 && code <= 57) || (code >= 65 && code <= 90);

/** Digits visible at the end of a masked identifier, as in the rest of the service. */
const VISIBLE = 4;

interface Run {
  readonly start: number;
  readonly word: string;
}

/** The parts of a text that may be masked: `hidden[n]` says whether the character at n is. */
class Masking {
  readonly #hidden: Uint8Array;
  /** Whether a character belongs to a whole identifier, whose last digits stay visible. */
  readonly #claimed: Uint8Array;
  readonly #known: KnownIdentifiers;
  readonly #text: string;
  #any = false;

  constructor(known: KnownIdentifiers, text: string) {
    this.#known = known;
    this.#text = text;
    this.#hidden = new Uint8Array(text.length);
    this.#claimed = new Uint8Array(text.length);
  }

  /** Hides the letters and digits from `start` to `end`, apart from the last `visible` of them. */
  #hide(start: number, end: number, visible = 0): void {
    this.#any = true;
    let left = visible;
    for (let at = end - 1; at >= start; at--) {
      if (!/[\p{L}\p{N}]/u.test(this.#text[at]!)) continue;
      if (left > 0) left--;
      else this.#hidden[at] = 1;
    }
  }

  #claim(start: number, end: number, visible: number): void {
    this.#claimed.fill(1, start, end);
    this.#hide(start, end, visible);
  }

  /** Hides identifiers written in one or several parts, forwards or backwards. */
  whole(runs: readonly Run[]): void {
    const longest = Math.max(...this.#known.lengths);
    for (const [first, { start, word }] of runs.entries()) {
      if (word.length > longest) this.#inside(runs[first]!);
      let joined = '';
      let end = start;
      for (let next = first; next < runs.length; next++) {
        const run = runs[next]!;
        if (next > first && run.start - end > GAP) break;
        joined += run.word;
        end = run.start + run.word.length;
        if (joined.length > longest) break;
        if (!this.#known.lengths.includes(joined.length)) continue;
        if (isIn(this.#known, joined)) this.#claim(start, end, VISIBLE);
        else if (isIn(this.#known, reversed(joined))) this.#claim(start, end, 0);
      }
    }
  }

  /** Hides identifiers inside a longer word, such as a phone number after a country code. */
  #inside({ start, word }: Run): void {
    for (const length of this.#known.lengths) {
      for (let at = 0; at + length <= word.length; at++) {
        if (isInEitherWay(this.#known, word.slice(at, at + length)))
          this.#claim(start + at, start + at + length, 0);
      }
    }
  }

  /** Hides slices of identifiers in a word or a grouped number, ignoring the number's separators. */
  slices({ start, word }: Run): void {
    const { slice } = this.#known;
    if (slice === 0 || word.length < slice) return;
    const places: number[] = [];
    let plain = '';
    for (let at = 0; at < word.length; at++) {
      if (!isWordCode(word.charCodeAt(at))) continue;
      places.push(start + at);
      plain += word[at]!;
    }
    for (let at = 0; at + slice <= plain.length; at++) {
      const [first, last] = [places[at]!, places[at + slice - 1]!];
      if (this.#claimed[first] === 1 && this.#claimed[last] === 1) continue;
      if (isInEitherWay(this.#known, plain.slice(at, at + slice))) this.#hide(first, last + 1);
    }
  }

  /** Hides a number in scientific notation, whose last digit may have been rounded up. */
  exponent(start: number, mantissa: string, power: number): void {
    const digits = mantissa.replace('.', '').replace(/0+$/, '');
    const { slice, lengths } = this.#known;
    const whole = digits.padEnd(power + 1, '0');
    const rounded = String(BigInt(digits === '' ? '0' : digits) - 1n);
    const parts =
      slice > 0 && digits.length >= slice ? [digits.slice(0, slice), rounded.slice(0, slice)] : [];
    const found =
      (lengths.includes(whole.length) && isIn(this.#known, whole)) ||
      parts.some((part) => part.length === slice && isIn(this.#known, part));
    if (found) this.#hide(start, start + mantissa.length);
  }

  /** Hides a part of the text that encodes an identifier. */
  encoded(start: number, end: number): void {
    this.#claim(start, end, 0);
  }

  result(): string {
    if (!this.#any) return this.#text;
    let out = '';
    for (let at = 0; at < this.#text.length; at++) out += this.#hidden[at] === 1 ? 'X' : this.#text[at];
    return out;
  }
}

/**
 * Converts a digit of another script to an ASCII digit. A script's ten digits are consecutive, so its zero is found by counting
 * back.
 */
const asciiDigit = (digit: string): string => {
  const code = digit.codePointAt(0)!;
  let zero = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1)) && code - zero < 9) zero--;
  return digit.length === 1 ? String(code - zero) : digit;
};

/** Begins only where digits begin, because a search within a long number would take quadratic time. */
const NUMBER = /(?<!\d)\d+(?:[,._' \u00a0-]\d+)+/g;
const EXPONENT = /(\d(?:\.\d+)?)[eE]\+?(\d{1,2})(?!\d)/g;

/** Code may encode what it has encoded already. Nobody does so more often than this by chance. */
const MOST_ENCODINGS = 2;

/** Masks every known identifier in text, in whatever form it is written there. Other text is unchanged. */
export const maskKnown = (known: KnownIdentifiers, text: string): string =>
  maskEncoded(known, text, MOST_ENCODINGS);

/** @param encodings number of encodings, one inside the other, that are looked through */
const maskEncoded = (known: KnownIdentifiers, text: string, encodings: number): string => {
  if (known.lengths.length === 0 || known.bits.length === 0) return text;
  const plain = /[^\P{Nd}0-9]/u.test(text) ? text.replaceAll(/[^\P{Nd}0-9]/gu, asciiDigit) : text;
  const upper = plain.replaceAll(/[a-z]+/g, (letters) => letters.toUpperCase());
  const masking = new Masking(known, text);
  const runs = [...upper.matchAll(/[\dA-Z]+/g)].map(({ 0: word, index }) => ({ start: index, word }));
  for (const { start, end, plain: inner } of encodings === 0 ? [] : encodedIn(text)) {
    if (maskEncoded(known, inner, encodings - 1) !== inner) masking.encoded(start, end);
  }
  masking.whole(runs);
  for (const run of runs) masking.slices(run);
  for (const { 0: word, index } of upper.matchAll(NUMBER)) masking.slices({ start: index, word });
  for (const { 1: mantissa, 2: power, index } of plain.matchAll(EXPONENT)) {
    masking.exponent(index, mantissa!, Number(power));
  }
  return masking.result();
};

/** Masks every known identifier in a JSON value. A number that contains one becomes a string. */
export const maskKnownJson = (known: KnownIdentifiers, value: unknown): unknown =>
  mapJson(value, {
    name: (name) => maskKnown(known, name),
    leaf: (leaf) => {
      if (typeof leaf === 'string') return maskKnown(known, leaf);
      if (typeof leaf !== 'number') return leaf;
      const written = String(leaf);
      const masked = maskKnown(known, written);
      return masked === written ? leaf : masked;
    },
  });

/**
 * Reads the file that the dataset's reader writes: a line of JSON, then the filter's bytes. Returns undefined if there are no
 * identifiers, or the file is not of that form.
 */
export const parseKnown = (file: Uint8Array): KnownIdentifiers | undefined => {
  const line = file.indexOf(10);
  if (line < 0) return undefined;
  try {
    const head: unknown = JSON.parse(new TextDecoder().decode(file.subarray(0, line)));
    const { lengths, slice, hashes } = head as Record<string, unknown>;
    const good = Array.isArray(lengths) && lengths.every((length) => Number.isInteger(length) && length > 0);
    if (!good || !Number.isInteger(slice) || !Number.isInteger(hashes)) return undefined;
    const known = { lengths: lengths as number[], slice: slice as number, hashes: hashes as number };
    return { ...known, bits: file.subarray(line + 1) };
  } catch {
    return undefined;
  }
};
