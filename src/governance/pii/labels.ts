/** Looks up the meaning of a word for the number beside it. The scan hashes each word in its one pass over the text. */
import { normalise } from '../text.ts';
import { NUMBER_WORDS } from './number-words.ts';
import { OWNED, OWNERS, PAIRS, TAGS, WORDS } from './vocabulary.ts';

/**
 * Meaning of a word. `other` is a contrary label: the number is an order, a meter, an amount. `masked`: an X-ed value.
 * `party` is a speaker ("Customer: 98…") unless a word of `number` follows it: then the number belongs to that party.
 * `bank` names an account, but a card shows a bank too. `thing` is an everyday word ("row", "record") that speaks a little
 * against a number. `slot` says only that a value follows ("value", "data"), `values` the same of a row of SQL:
 * the label stands before them.
 */
export const LABEL = {
  unknown: 0,
  aadhaar: 1,
  vid: 2,
  pan: 3,
  gstin: 4,
  card: 5,
  phone: 6,
  email: 7,
  account: 8,
  ifsc: 9,
  upi: 10,
  voter: 11,
  passport: 12,
  licence: 13,
  vehicle: 14,
  other: 15,
  money: 16,
  filler: 17,
  id: 18,
  masked: 19,
  number: 20,
  party: 21,
  bank: 22,
  slot: 23,
  thing: 24,
  values: 25,
  spoken: 26,
} as const;

export type Label = (typeof LABEL)[keyof typeof LABEL];

const HASH_MASK = 0x3fffffff;

export const HASH_START = 7;

/** Adds one code to the word hash. The scan does the same over lower-cased letters. */
export const hashStep = (hash: number, code: number): number => (Math.imul(hash, 31) + code) & HASH_MASK;

export const hashOf = (word: string): number => {
  let hash = HASH_START;
  for (let at = 0; at < word.length; at++) hash = hashStep(hash, word.charCodeAt(at));
  return hash;
};

const VOCABULARY: ReadonlyMap<number, Label> = (() => {
  const words = new Map<number, Label>();
  const add = (word: string, label: Label): void => {
    const hash = hashOf(normalise(word.toLowerCase()));
    if (!words.has(hash)) words.set(hash, label);
  };
  const groups = Object.entries(WORDS).map(([name, list]) => ({
    label: Object.entries(LABEL).find(([key]) => key === name)![1],
    list: list.trim().split(/\s+/),
  }));
  for (const { label, list } of groups) for (const word of list) add(word, label);
  for (const { label, list } of groups) {
    if (label === LABEL.filler || label === LABEL.number || label === LABEL.money) continue;
    for (const word of list)
      if (word.charCodeAt(0) < 128 && word.length > 1)
        for (const tail of ['no', 'num', 'number', 'nos', 's', 'id', 'code'])
          add(word + tail, label === LABEL.party && tail !== 's' ? LABEL.other : label);
  }
  for (const owner of OWNERS.split(/\s+/))
    for (const [label, names] of Object.entries(OWNED))
      for (const name of names.split(' ')) add(owner + name, LABEL[label as keyof typeof OWNED]);
  for (const [, list] of NUMBER_WORDS) for (const word of list.split(' ')) add(word, LABEL.spoken);
  return words;
})();

/** Contribution of a spoken word: digits, a ten that waits for its unit ("9_"), or a repetition of the next digit. */
export const SPOKEN: ReadonlyMap<number, string> = new Map(
  NUMBER_WORDS.flatMap(([value, words]) =>
    words.split(/\s+/).map((word): [number, string] => [hashOf(normalise(word)), value]),
  ),
);

const TAG_HASHES: ReadonlySet<number> = new Set(TAGS.trim().split(/\s+/).map(hashOf));

/** Returns whether the word with this hash, right behind "<", is an element of HTML. */
export const isTag = (hash: number): boolean => TAG_HASHES.has(hash);

const PAIRED: ReadonlyMap<number, ReadonlyMap<number, Label>> = (() => {
  const pairs = new Map<number, Map<number, Label>>();
  for (const [words, label] of Object.entries(PAIRS)) {
    const [first, second] = words.split(' ').map((word) => hashOf(normalise(word)));
    const firsts = pairs.get(second!) ?? new Map<number, Label>();
    pairs.set(second!, firsts.set(first!, LABEL[label]));
  }
  return pairs;
})();

/** Low bits of the second words of pairs, so that few words need a lookup in the map. */
const SECONDS: Uint8Array = (() => {
  const seconds = new Uint8Array(1024);
  for (const hash of PAIRED.keys()) seconds[hash & 1023] = 1;
  return seconds;
})();

/** Vocabulary as an open-addressing table, because every word is looked up and a Map is several times slower. */
const SLOT_MASK = 0xffff;
const FREE = -1;
const slotOf = (hash: number): number => (hash ^ (hash >>> 15)) & SLOT_MASK;
const KEYS = new Int32Array(SLOT_MASK + 1).fill(FREE);
const LABELS_AT = new Uint8Array(SLOT_MASK + 1);
for (const [hash, label] of VOCABULARY) {
  let slot = slotOf(hash);
  while (KEYS[slot] !== FREE) slot = (slot + 1) & SLOT_MASK;
  KEYS[slot] = hash;
  LABELS_AT[slot] = label;
}

/** Returns the joint meaning of two neighbouring words, or undefined. */
export const pairLabel = (first: number, second: number): Label | undefined =>
  SECONDS[second & 1023] === 0 ? undefined : PAIRED.get(second)?.get(first);

/** Returns the meaning of the word with this hash, or `LABEL.unknown` for a word outside the lists. */
export const labelOf = (hash: number): Label => {
  for (let slot = slotOf(hash); KEYS[slot] !== FREE; slot = (slot + 1) & SLOT_MASK)
    if (KEYS[slot] === hash) return LABELS_AT[slot] as Label;
  return LABEL.unknown;
};
