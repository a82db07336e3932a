/** Lists the ways in which people mistype a word. */

const VOWELS = 'aeiou';

/**
 * Returns a word's misspellings with one letter left out, two letters swapped, one letter doubled or one vowel wrong, but with the
 * right first letter.
 */
export const typosOf = (word: string): readonly string[] => {
  const typos = new Set<string>();
  for (let at = 1; at < word.length; at++) {
    const [before, letter, after] = [word.slice(0, at), word[at]!, word.slice(at + 1)];
    typos.add(before + after);
    typos.add(before + letter + letter + after);
    if (after !== '') typos.add(before + after[0]! + letter + after.slice(1));
    if (VOWELS.includes(letter)) for (const vowel of VOWELS) typos.add(before + vowel + after);
  }
  // Text recognition reads "m" as "rn".
  typos.add(word.replace('m', 'rn'));
  typos.delete(word);
  return [...typos];
};
