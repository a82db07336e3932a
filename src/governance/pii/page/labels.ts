/** Looks up what a word says about the number beside it. The scan hashes each word during its single pass over the text. */
import { normalise } from '../../text/reading.ts';
import { LABEL, type Label } from './label.ts';
import { NUMBER_WORDS } from './number-words.ts';
import { typosOf } from './typos.ts';
import { MISTYPED, OWNED, OWNERS, TAGS, WORDS } from './vocabulary.ts';
import { PAIRS } from './word-pairs.ts';

export { LABEL, type Label };

const HASH_MASK = 0x3fffffff;

export const HASH_START = 7;

/** Adds one character code to the word hash. The scan does the same for lower-cased letters. */
export const hashStep = (hash: number, code: number): number => (Math.imul(hash, 31) + code) & HASH_MASK;

export const hashOf = (word: string): number => {
  let hash = HASH_START;
  for (let at = 0; at < word.length; at++) hash = hashStep(hash, word.charCodeAt(at));
  return hash;
};

/** Returns the hashes of words that are separated by white space, read as the scan reads them. */
export const hashesOf = (list: string): ReadonlySet<number> =>
  new Set(
    list
      .trim()
      .split(/\s+/)
      .map((word) => hashOf(normalise(word))),
  );

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
  for (const [label, list] of Object.entries(MISTYPED))
    for (const typo of list.split(' ').flatMap(typosOf)) add(typo, LABEL[label as keyof typeof MISTYPED]);
  return words;
})();

/** What a spoken word adds to a number: digits, a ten that still needs its unit ("9_"), or a repetition of the next digit. */
export const SPOKEN: ReadonlyMap<number, string> = new Map(
  NUMBER_WORDS.flatMap(([value, words]) =>
    words.split(/\s+/).map((word): [number, string] => [hashOf(normalise(word)), value]),
  ),
);

const TAG_HASHES: ReadonlySet<number> = new Set(TAGS.trim().split(/\s+/).map(hashOf));

/** Returns whether the word with this hash, directly after "<", is an HTML element. */
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

/** Low bits of the hashes of second words in pairs, so that few words need a map lookup. */
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

/** Returns the meaning of the word with this hash, or `LABEL.unknown` if the lists do not contain it. */
export const labelOf = (hash: number): Label => {
  for (let slot = slotOf(hash); KEYS[slot] !== FREE; slot = (slot + 1) & SLOT_MASK)
    if (KEYS[slot] === hash) return LABELS_AT[slot] as Label;
  return LABEL.unknown;
};
