/**
 * Corrects an IFSC that may have been misread. It has no check digit, so most misread codes have a valid form, too: the names of
 * the banks and the usual form of a branch's code are the only evidence.
 */
import { isIfsc } from '../identifiers/ifsc.ts';
import { putRight } from '../pii/shapes.ts';
import { bankOfIfsc } from './banks.ts';

const BANK = 4;

/** Letters that look like other letters in a bank's code. */
const ALIKE: Readonly<Record<string, string>> = {
  I: 'LT',
  L: 'I',
  T: 'I',
  O: 'DQ',
  D: 'O',
  Q: 'O',
  V: 'Y',
  Y: 'V',
};

/** Most of the letters in a branch's code that are corrected. More letters are an abbreviation of the branch's name. */
const MOST_LETTERS = 2;

/** Indian Bank's branches have a letter before their last three digits: IDIB000S012. */
const LETTERED = /^IDIB\d{3}[A-Z]\d{3}$/;

/** Returns the bank's code: as it is if the bank is known, otherwise the known bank's that looks the same if there is only one. */
const bankFor = (letters: string): string => {
  if (bankOfIfsc(letters) !== undefined) return letters;
  let all = [''];
  for (const letter of letters)
    all = all.flatMap((head) => [letter, ...(ALIKE[letter] ?? '')].map((option) => head + option));
  const banks = all.filter((option) => bankOfIfsc(option) !== undefined);
  return banks.length === 1 ? banks[0]! : letters;
};

const branchFor = (branch: string): string => {
  const letters = branch.replaceAll(/\d/g, '').length;
  return letters > MOST_LETTERS ? branch : (putRight(branch, 'D'.repeat(branch.length)) ?? branch);
};

/** Returns the IFSC that a value looks like, or undefined if it looks like none or is right as far as anybody can tell. */
export const suggestedIfsc = (value: string): string | undefined => {
  const right = putRight(value, 'LLLLDAAAAAA');
  if (right === undefined || LETTERED.test(value)) return undefined;
  const code = `${bankFor(right.slice(0, BANK))}0${branchFor(right.slice(BANK + 1))}`;
  return code !== value && isIfsc(code) ? code : undefined;
};
