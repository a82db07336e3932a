import { blankIdentifiers } from './blank-identifiers.ts';
import { type Figure, figuresIn } from './figures.ts';

/**
 * Returns the numbers in an answer that no code output supports. Pure.
 *
 * A number in the output supports an equal number and any rounding of itself: `6.666666` supports `6.67`, `1234567` supports
 * `12.3 lakh`, `0.4512` supports `45%`. A whole number with one or two digits counts as a rounding only if the answer says
 * "about". Signs do not matter ("fell by 40"). Numbers from the question may be repeated, and list numbers are ignored.
 * Identifiers are ignored, too: they are not quantities, and listing their digit groups would reveal what the answer masks.
 */
export const unsupportedNumbers = (
  answer: string,
  sources: { readonly outputs: readonly string[]; readonly question: string },
): readonly string[] => {
  const known = indexOf(sources.outputs);
  const asked = indexOf([sources.question]);
  const missing = figuresIn(blankIdentifiers(withoutListNumbers(answer))).filter(
    (figure) => !isIn(asked, figure.value) && !isBorneOut(figure, known),
  );
  return [...new Set(missing.map(({ text }) => text))];
};

/**
 * Replaces list numbers such as `1. First` and `2) Second` with spaces. They count up from 1, and words follow them on the same
 * line.
 */
const withoutListNumbers = (text: string): string => {
  let next = 1;
  return text.replaceAll(/^[ \t>*-]*(\d{1,3})[.)](?=[ \t]+\S)/gm, (marker, digits: string) => {
    const number = Number(digits);
    if (number !== next && number !== 1) return marker;
    next = number + 1;
    return ' '.repeat(marker.length);
  });
};

/** Collects the absolute values of numbers, sorted and without duplicates. */
const indexOf = (texts: readonly string[]): Float64Array => {
  const values = new Set<number>();
  for (const text of texts) for (const { value } of figuresIn(text)) values.add(Math.abs(value));
  return Float64Array.from(values).toSorted();
};

/** Returns whether a known number is within `slack` of a value. */
const isIn = (known: Float64Array, value: number, slack = Math.abs(value) * 1e-12): boolean => {
  const wanted = Math.abs(value);
  let [low, high] = [0, known.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (known[middle]! < wanted - slack) low = middle + 1;
    else high = middle;
  }
  return low < known.length && known[low]! <= wanted + slack;
};

const isBorneOut = (figure: Figure, known: Float64Array): boolean => {
  const { value, percent } = figure;
  if (isIn(known, value) || (percent && isIn(known, value / 100))) return true;
  const half = slackOf(figure);
  if (half === 0) return false;
  return isIn(known, value, half) || (percent && isIn(known, value / 100, half / 100));
};

/** Returns half a step plus a small margin, so that the boundary itself is included. */
const edge = (step: number): number => (step / 2) * (1 + 1e-9);

/** Returns how much a rounded number may differ from the original. */
const slackOf = ({ value, unit, digits, percent, about }: Figure): number => {
  if (about) return edge(Math.max(unit, roundness(value)));
  return digits >= (percent ? 2 : 3) || unit !== 1 ? edge(unit) : 0;
};

/** Returns the value of one unit in the last digit before the trailing zeros: 100 for 1200. */
const roundness = (value: number): number => {
  const zeros = /[1-9](0+)$/.exec(String(Math.abs(value)))?.[1] ?? '';
  return 10 ** zeros.length;
};
