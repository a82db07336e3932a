/** Parents, spouses and guardians, as labels and cards name them. */

const RELATIVES = ['father', 'fathers', 'mother', 'mothers', 'husband', 'husbands', 'guardian', 'guardians'];
const EXACT = /father|mother|husband|wife|spouse|guardian|nominee|पिता|माता|पति|पत्नी|अभिभावक/iu;

/** Whether a label is that of a relative, also where recognition misread one letter: "Fatner's Name". */
export const isRelativeLabel = (label: string): boolean =>
  EXACT.test(label) ||
  label
    .toLowerCase()
    .split(/\s+/)
    .map((word) => word.replaceAll(/[^a-z]/g, ''))
    .some((word) => word.length >= 5 && RELATIVES.some((relative) => isAlmost(word, relative)));

/** Whether two words are the same but for one letter more, less or other. */
const isAlmost = (one: string, other: string): boolean => {
  if (Math.abs(one.length - other.length) > 1) return false;
  let head = 0;
  while (head < one.length && one[head] === other[head]) head++;
  let tail = 0;
  while (tail < Math.min(one.length, other.length) - head && one.at(-1 - tail) === other.at(-1 - tail))
    tail++;
  return Math.max(one.length, other.length) - head - tail <= 1;
};

/** S/O, W/O, D/O, C/O and H/O, in words and in Hindi; recognition may take the O for a zero and the S for a 5. */
const RELATION =
  /(?<![\p{L}\p{M}\d/])(?:(?:[swdch5] ?\/ ?[o0]|(?:son|daughter|wife|husband|care) of)(?![\p{L}\d/])|(?:आत्मजा?|पुत्री|पुत्र|पत्नी|अर्धांगिनी|द्वारा|पिता|पति)(?=[ ]?[:-]))[ ]{0,2}[:.,-]{0,2}[ ]{0,2}\n?(?=[\p{L}])/giu;

/** Where the names begin that stand behind such a relation. */
export const findRelatives = (plain: string): readonly number[] =>
  [...plain.matchAll(RELATION)].map((match) => match.index + match[0].length);
