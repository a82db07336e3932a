/** A page's index of a text: its digit runs, words and at signs, and what separates the digit runs. */
import type { Reading } from '../../text/reading.ts';
import type { Label } from './label.ts';

/** Separators between two digit runs. `none` means that there is more than a separator between them. */
export const SEP = {
  none: 0,
  space: 1,
  spaces: 2,
  hyphen: 3,
  dot: 4,
  dash: 5,
  line: 6,
  colon: 7,
  open: 8,
  close: 9,
  plus: 10,
} as const;
export type Sep = (typeof SEP)[keyof typeof SEP];

/** Parallel arrays; group i is the digit run `codes[start, end)`, and `word` is the number of words that start before it. */
export interface Page {
  readonly reading: Reading;
  readonly codes: Uint16Array;
  readonly length: number;
  readonly groupStart: number[];
  readonly groupEnd: number[];
  readonly groupSep: Sep[];
  readonly groupWord: number[];
  readonly wordStart: number[];
  readonly wordEnd: number[];
  readonly wordLabel: Label[];
  readonly wordHash: number[];
  readonly atSigns: number[];
  readonly atWord: number[];
  readonly atGroup: number[];
  /** Indices of labels for loose values, spoken digits, spoken at signs, and single letters. */
  readonly labels: number[];
  readonly spoken: number[];
  readonly ats: number[];
  readonly letters: number[];
  /** Alternating starts and ends of the addresses, whether or not they are masked. */
  readonly addresses: number[];
  /** Values that higher modules compute on first use (`once.ts`). */
  readonly computed: (object | undefined)[];
}
