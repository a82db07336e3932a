/** Generated texts with made-up identifiers, for the scan's property tests. */
import fc from 'fast-check';
import { grouped, makeAadhaar, makeCard, makeEmail, makeGstin, makePan, makePhone } from './identifiers.ts';

const seed = fc.nat();

/** One identifier in one of its usual spellings. */
export const identifier: fc.Arbitrary<string> = fc.oneof(
  seed.map(makeAadhaar),
  seed.map((s) => grouped(makeAadhaar(s), [4, 4, 4], ' ')),
  seed.map((s) => grouped(makeAadhaar(s), [4, 4, 4], '-')),
  seed.map((s) => makePan(s)),
  seed.map(makeGstin),
  seed.map((s) => makeCard(s)),
  seed.map((s) => grouped(makeCard(s, 'visa'), [4, 4, 4, 4], ' ')),
  seed.map(makePhone),
  seed.map((s) => `+91 ${makePhone(s)}`),
  seed.map((s) => grouped(makePhone(s), [5, 5], ' ')),
  seed.map((s) => `0${makePhone(s)}`),
  seed.map(makeEmail),
  seed.map((s) => `${makePhone(s)}@ybl`),
);

const WORDS =
  'aadhaar PAN mobile order id no card GSTIN is and Rs account ref call vid आधार फोन 🙏 passport dl voter upi xyz at 2026 1 12 1234 12345 X XXXX * email KA 01 AB Z1234567 SBIN0000300'.split(
    ' ',
  );
const BETWEEN = [
  ' ',
  '\n',
  ', ',
  '-',
  '/',
  '.',
  ':',
  '',
  '_',
  '=',
  '@',
  '#',
  '(',
  ')',
  '+',
  '\n\n',
  '|',
  '"',
  '\t',
  '  ',
  '&',
  '%',
  '%20',
  '\u200b',
  '\u00a0',
  '*',
  'X',
  '₹',
  ' - ',
  '\\n',
  '&#49;',
];

/** Identifiers, labels, fragments and separators in any order, which is the hardest input for a scan. */
export const soup: fc.Arbitrary<string> = fc
  .array(
    fc
      .oneof(
        { weight: 3, arbitrary: identifier },
        { weight: 3, arbitrary: fc.constantFrom(...WORDS) },
        { weight: 1, arbitrary: fc.string({ maxLength: 6, unit: 'grapheme' }) },
        { weight: 1, arbitrary: fc.stringMatching(/^[\d @.+X*-]{1,12}$/) },
      )
      .chain((word) => fc.constantFrom(...BETWEEN).map((between) => word + between)),
    { maxLength: 9 },
  )
  .map((parts) => parts.join(''));
