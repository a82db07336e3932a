import { type Figure, figuresIn } from './figures.ts';

/**
 * The numbers of an answer that no output of a code run bears out. Pure.
 *
 * A number is borne out by one in the outputs that is the same, or that it is a rounding of: `6.67` by `6.666666`,
 * `12.3 lakh` by `1234567`, `45%` by `0.4512`. A whole number of one or two digits counts as a rounding only
 * where the answer says "about". Signs do not count ("fell by 40"). What the question itself says may be repeated, and so may the numbers that
 * number a list.
 */
export const unsupportedNumbers = (
  answer: string,
  sources: { readonly outputs: readonly string[]; readonly question: string },
): readonly string[] => {
  const known = indexOf(sources.outputs);
  const asked = indexOf([sources.question]);
  const missing = figuresIn(withoutListNumbers(answer)).filter(
    (figure) => !isIn(asked, figure.value) && !isBorneOut(figure, known),
  );
  return [...new Set(missing.map(({ text }) => text))];
};

/** `1. First` and `2) Second`: order, not content. They count up from 1, and words follow on the same line. */
const withoutListNumbers = (text: string): string => {
  let next = 1;
  return text.replaceAll(/^[ \t>*-]*(\d{1,3})[.)](?=[ \t]+\S)/gm, (marker, digits: string) => {
    const number = Number(digits);
    if (number !== next && number !== 1) return marker;
    next = number + 1;
    return ' '.repeat(marker.length);
  });
};

/** Sizes of numbers, sorted, each once. */
const indexOf = (texts: readonly string[]): Float64Array => {
  const values = new Set<number>();
  for (const text of texts) for (const { value } of figuresIn(text)) values.add(Math.abs(value));
  return Float64Array.from(values).toSorted();
};

/** Whether a known number is within `slack` of a value. */
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

/** Half of a step, the border itself included. */
const edge = (step: number): number => (step / 2) * (1 + 1e-9);

/** How far a rounding may be away from what it rounds. */
const slackOf = ({ value, unit, digits, percent, about }: Figure): number => {
  if (about) return edge(Math.max(unit, roundness(value)));
  return digits >= (percent ? 2 : 3) || unit !== 1 ? edge(unit) : 0;
};

/** What the last digit before the zeros at the end is worth: 100 of 1200. */
const roundness = (value: number): number => {
  const zeros = /[1-9](0+)$/.exec(String(Math.abs(value)))?.[1] ?? '';
  return 10 ** zeros.length;
};
