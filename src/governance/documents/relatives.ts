/** Recognises parents, spouses and guardians by the labels on forms and cards. */

const RELATIVES = ['father', 'fathers', 'mother', 'mothers', 'husband', 'husbands', 'guardian', 'guardians'];
const EXACT = /father|mother|husband|wife|spouse|guardian|nominee|पिता|माता|पति|पत्नी|अभिभावक/iu;

/** Returns whether a label refers to a relative, even if recognition misread one letter: "Fatner's Name". */
export const isRelativeLabel = (label: string): boolean =>
  EXACT.test(label) ||
  label
    .toLowerCase()
    .split(/\s+/)
    .map((word) => word.replaceAll(/[^a-z]/g, ''))
    .some((word) => word.length >= 5 && RELATIVES.some((relative) => isAlmost(word, relative)));

/** Returns whether two words differ by at most one added, missing or changed letter. */
const isAlmost = (one: string, other: string): boolean => {
  if (Math.abs(one.length - other.length) > 1) return false;
  let head = 0;
  while (head < one.length && one[head] === other[head]) head++;
  let tail = 0;
  while (tail < Math.min(one.length, other.length) - head && one.at(-1 - tail) === other.at(-1 - tail))
    tail++;
  return Math.max(one.length, other.length) - head - tail <= 1;
};

/** S/O, W/O, D/O, C/O and H/O, in words and in Hindi. Recognition may misread the O as a zero and the S as a 5. */
const RELATION =
  /(?<![\p{L}\p{M}\d/])(?:(?:[swdch5] ?\/ ?[o0]|(?:son|daughter|wife|husband|care) of)(?![\p{L}\d/])|(?:आत्मजा?|पुत्री|पुत्र|पत्नी|अर्धांगिनी|द्वारा|पिता|पति)(?=[ ]?[:-]))[ ]{0,2}[:.,-]{0,2}[ ]{0,2}\n?(?=[\p{L}])/giu;

/** Returns the start positions of the names after relations such as S/O and W/O. */
export const findRelatives = (plain: string): readonly number[] =>
  [...plain.matchAll(RELATION)].map((match) => match.index + match[0].length);
