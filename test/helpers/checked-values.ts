import { CHECKED_TYPES, type Check, type CheckedType } from '../../src/governance/documents/checks.ts';
import { makeAadhaar, makeGstin, makePan } from './identifiers.ts';

const ALPHABET = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
/** Characters that a plain value never contains: lower case and other scripts, separators, a line break. */
const STRANGE = ['a', 'z', ' ', '-', '\n', '१', '٣', '２', 'Ａ', 'А', 'É', ''];

const numbers = (seed: number) => {
  let state = seed >>> 0;
  return (limit: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 0x1_0000_0000) * limit);
  };
};

const OFFICES = ['NR', 'OS', 'UN', 'ON'];

const sound = (type: CheckedType, seed: number, next: (limit: number) => number): string => {
  const pick = (from: readonly string[]): string => from[next(from.length)]!;
  const digits = (count: number): string => Array.from({ length: count }, () => next(10)).join('');
  const letters = (count: number): string =>
    Array.from({ length: count }, () => pick(ALPHABET.slice(10))).join('');
  if (type === 'aadhaar') return makeAadhaar(seed);
  if (type === 'pan') return makePan(seed);
  if (type === 'ifsc') return `${letters(4)}0${Array.from({ length: 6 }, () => pick(ALPHABET)).join('')}`;
  // Makes some GSTINs in irregular forms; one in thirty-six has the right check character.
  if (next(3) === 0)
    return `${pick(['99', '27', '07'])}${digits(2)}${letters(3)}${digits(5)}${pick(OFFICES)}${pick(ALPHABET)}`;
  if (next(3) === 0)
    return `${pick(['97', '38', '39', '00'])}${letters(4)}${digits(5)}${letters(1)}1${pick(['Z', 'D', 'C'])}${pick(ALPHABET)}`;
  return makeGstin(seed);
};

/**
 * Returns values of which about half pass: valid ones, and some in which a character is changed, swapped, omitted, added or
 * replaced by an unusual one.
 */
export const checkedValues = (seed: number, count: number): readonly Check[] => {
  const next = numbers(seed);
  const pick = (from: readonly string[]): string => from[next(from.length)]!;
  return Array.from({ length: count }, (_, at) => {
    const type = CHECKED_TYPES[at % CHECKED_TYPES.length]!;
    const value = sound(type, seed * 1_000_003 + at, next);
    const place = next(value.length);
    const [head, char, tail] = [value.slice(0, place), value.charAt(place), value.slice(place + 1)];
    const kind = next(12);
    if (kind < 6) return { type, value };
    if (kind === 6) return { type, value: head + pick(ALPHABET) + tail };
    if (kind === 7) return { type, value: head + pick(ALPHABET.slice(0, 10)) + tail };
    if (kind === 8) return { type, value: head + tail.charAt(0) + char + tail.slice(1) };
    if (kind === 9) return { type, value: head + tail };
    if (kind === 10) return { type, value: head + pick(STRANGE) + (next(2) === 0 ? char : '') + tail };
    return { type, value: Array.from({ length: next(18) }, () => pick(ALPHABET)).join('') };
  });
};
